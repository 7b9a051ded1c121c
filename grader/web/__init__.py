"""The page server: read, check and submit problems in a browser on the same machine."""
