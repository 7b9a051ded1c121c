# attack: characters that editors do not show: form feeds, zero width and a bare surrogate escape in strings
# expect: CE|RTE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
	name = "\ud800"
	return name
