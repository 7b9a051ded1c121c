"""A problem folder, read and checked as a whole."""
