"""A class for the corpus."""


class Corpus:
    def __init__(self, words, counts):
        self.words = [tuple(word) for word in words]
        self.counts = counts

    def totals(self):
        totals = {}
        for word, count in zip(self.words, self.counts):
            for i in range(1, len(word)):
                pair = word[i - 1 : i + 1]
                totals[pair] = totals.get(pair, 0) + count
        return totals

    def best(self):
        totals = self.totals()
        return min(totals, key=lambda pair: (-totals[pair],) + pair, default=None)

    def merged(self, pair):
        for word in self.words:
            at = 0
            out = []
            while at < len(word):
                step = 2 if pair is not None and word[at : at + 2] == pair else 1
                out.append("".join(word[at : at + step]))
                at += step
            yield out


def byte_pair_merge(words, counts):
    corpus = Corpus(words, counts)
    pair = corpus.best()
    return pair, list(corpus.merged(pair))
