# attack: waits for a line that nobody types, by poll without an end
# expect: RTE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import select
import sys


def layer_norm(x, gamma, beta, eps=1e-6):
    select.select([sys.stdin], [], [], None)
    return input()
