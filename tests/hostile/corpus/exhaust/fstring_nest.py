# attack: f-strings nested in each other, as deep as newer parsers allow and deeper
# expect: CE|RTE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
x = f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{f'{1}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'}'
def layer_norm(): pass
