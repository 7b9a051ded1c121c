"""Many submissions: a folder in; grades, feedback and a picture of the class out."""
