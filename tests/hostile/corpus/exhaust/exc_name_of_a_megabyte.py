# attack: an exception class whose name has a megabyte, in a function whose name has control characters
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: message longer than the bound; raw control characters
KIND = type("E" * 2**20 + "\x1b[2J\u202e", (ValueError,), {})


def fail():
    raise KIND("\x1b[2J\u202e<script>")


fail.__code__ = fail.__code__.replace(co_name="\x1b[2J\u202e" * 1000)


def layer_norm(x, gamma, beta, eps=1e-6):
    fail()
