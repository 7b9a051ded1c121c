def standard_scores(x, eps=0.01)
    return x
