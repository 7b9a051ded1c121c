# attack: waits for a lock that it holds
# expect: TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import threading


def layer_norm(x, gamma, beta, eps=1e-6):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
