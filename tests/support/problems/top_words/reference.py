from collections import Counter


def top_words(text: str, count: int = 2, stop: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    counts = Counter(word for word in text.split() if word not in stop)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:count]
