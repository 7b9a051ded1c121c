"""Grade a folder of submissions; write grades, feedback and a report of the class."""
