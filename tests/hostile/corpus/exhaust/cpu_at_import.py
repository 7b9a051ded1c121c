# attack: computes for ever while it is imported
# expect: TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
while True:
    pass
