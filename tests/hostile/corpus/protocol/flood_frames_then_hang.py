# attack: frames without end, each of which announces 20 MiB and brings none of it
# expect: TLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import struct, os
H = struct.Struct("<IBxHIIQQQ")
os.write(3, H.pack(0xFFFFFFFF, 1, 0, 0, 0, 0, 0, 0))
while True: os.write(3, H.pack(0, 2, 0, 0, 20*2**20, 0, 0, 0) + b"a\x0b\x01" + struct.pack("<Q", 2**20))
def layer_norm(*a): pass
