"""Goes through the whole corpus for each pair."""


def _total(pair, words, counts):
    total = 0
    for word, count in zip(words, counts):
        for i in range(len(word) - 1):
            if (word[i], word[i + 1]) == pair:
                total += count
    return total


def byte_pair_merge(words, counts):
    pairs = {pair for word in words for pair in zip(word, word[1:])}
    if not pairs:
        return None, words
    best = min(pairs, key=lambda pair: (-_total(pair, words, counts), pair))
    merged = []
    for word in words:
        out, i = [], 0
        while i < len(word):
            if tuple(word[i : i + 2]) == best:
                out.append("".join(best))
                i += 2
            else:
                out.append(word[i])
                i += 1
        merged.append(out)
    return best, merged
