"""What a case's result is worth: its verdict, the values that show it, and the words for it."""
