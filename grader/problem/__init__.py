"""What is asked: a problem folder, read and checked as a whole."""
