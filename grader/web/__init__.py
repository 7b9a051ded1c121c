"""The page server: problems read, tried and submitted in a browser on the same machine."""
