# attack: an integer whose size a frame allows and which does not travel back
# expect: RTE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import os, struct
HEADER = struct.Struct("<IBxHIIQQQ")
def layer_norm(x, gamma, beta, eps=1e-6):
    pass
def frame(pos, kind, payload):
    return HEADER.pack(pos, kind, 0, 0, len(payload), 0, 1000, 1000) + payload
SIZE = struct.Struct("<Q")
def bigint(bits):
    d = (1 << (bits-1)).to_bytes(1751, "little", signed=True)
    return b"I" + SIZE.pack(len(d)) + d
buf = frame(0xFFFFFFFF, 1, b"")
import sys
f = sys._getframe()
work = None
while f:
    if 'work' in f.f_locals: work = f.f_locals['work']
    f = f.f_back
for i, w in enumerate(work):  # an answer a step, and the arguments, where the problem wants them back
    payload = b"".join(bigint(14007) * (1 + len(step)) for step in w.steps)
    buf += frame(i, 2, payload)
view = memoryview(buf)
while view:
    view = view[os.write(3, view):]
import time
time.sleep(100)
