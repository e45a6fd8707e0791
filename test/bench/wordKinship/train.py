"""python3 train.py PAIRS TABLE: trains word vectors on what pairs.ts wrote, with numpy and scipy, and writes the table.

Two sums of vectors, one over the words of a description, one over those of the code, are near each other where the code
does what is said. They are trained as what is added to the order by words (BM25), against the pieces of the same package
that share most words: what BM25 knows by itself isn't learned again. The same table each time, with the same libraries.
"""

import collections
import json
import sys

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds

DIMS = 48
ROWS_AT_MOST = {"words": 4000, "code": 6000}
# A word of fewer packages is one of theirs.
PACKAGES_AT_LEAST = 9
EPOCHS, BATCH, RIVALS, RATE = 3, 64, 3, 0.003
# The table is the mean of those trained in so many orders: two alone are akin by 0.5, and their mean knows more.
ORDERS = 3
# How many words are left out at random, so that a description isn't known by a few of them.
LEFT_OUT = {"words": 0.3, "code": 0.1}
# How often a function is seen without its name: ranking by words finds it by that.
NAMELESS = 0.3


def matrix(rows, ids):
    starts, columns, values = [0], [], []
    for row in rows:
        for stem, count in row:
            columns.append(ids.setdefault(stem, len(ids)))
            values.append(count)
        starts.append(len(columns))
    return starts, columns, values


def read(path):
    """Functions that are described first, others behind them; the three matrices share their columns."""
    lines = sorted(map(json.loads, open(path)), key=lambda line: "words" not in line)
    ids = {}
    words = matrix([[(stem, 1) for stem in dict.fromkeys(line.get("words", []))] for line in lines], ids)
    code = matrix([line["code"].items() for line in lines], ids)
    names = matrix([[(stem, 1) for stem in line["names"]] for line in lines], ids)
    shape = (len(lines), len(ids))
    csr = [sp.csr_matrix((np.array(v, np.float32), c, s), shape=shape) for s, c, v in (words, code, names)]
    return np.array([line["package"] for line in lines]), sum("words" in line for line in lines), csr, list(ids)


def bm25(words, code, names):
    """Of one package; a word in the name counts once more. Divided by the most that a description could have."""
    has = np.asarray((code > 0).sum(0)).ravel()
    rarity = np.log(1 + (code.shape[0] - has + 0.5) / (has + 0.5)).astype(np.float32)
    length = np.asarray(code.sum(1)).ravel()
    slack = 1.2 * (0.25 + 0.75 * length / length.mean())
    code = code.copy()
    code.data = 2.2 * code.data / (code.data + np.repeat(slack, np.diff(code.indptr)))
    words = words @ sp.diags(rarity)
    most = np.maximum(np.asarray(words.sum(1)).ravel(), 1e-6)
    return (sp.diags(1 / most) @ words).tocsr().astype(np.float32), (code + names).tocsr().astype(np.float32)


def vocabulary(side, packages, stems, described, at_most):
    """The columns of the most frequent stems, by their number of descriptions or described functions."""
    frequency = np.asarray((side[:described] > 0).sum(0)).ravel()
    spread = sum((np.asarray((side[rows] > 0).sum(0)).ravel() > 0).astype(int) for rows in packages.values())
    known = [k for k in np.where(spread >= PACKAGES_AT_LEAST)[0] if stems[k].isascii() and not stems[k].isdigit()]
    return np.array(sorted(known, key=lambda k: (-frequency[k], stems[k]))[:at_most])


def begun(words, code):
    """Vectors whose products are how much likelier two words meet than by chance, as far as so few dimensions allow."""
    words, code = (words > 0).astype(np.float32), (code > 0).astype(np.float32)
    met = (words.T @ code).tocoo()
    often = [np.asarray(side.sum(0)).ravel() + 20 for side in (words, code)]
    likelier = np.log(met.data * words.shape[0] / (often[0][met.row] * often[1][met.col]))
    kept = (likelier > 0) & (met.data >= 3)
    chance = sp.csr_matrix((likelier[kept].astype(np.float32), (met.row[kept], met.col[kept])), shape=met.shape)
    left, sizes, right = svds(chance, k=DIMS, v0=np.ones(min(met.shape)))
    tables = [(left * np.sqrt(sizes)).astype(np.float32), (right.T * np.sqrt(sizes)).astype(np.float32)]
    return [table * np.float32(0.09 / np.abs(table).mean() / np.sqrt(DIMS)) for table in tables]


class Adam:
    def __init__(self, value, rate):
        self.value, self.rate, self.step = value, rate, 0
        self.mean, self.square = np.zeros_like(value), np.zeros_like(value)

    def down(self, gradient, left=1.0):
        self.step += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        size = np.sqrt(self.square / (1 - 0.999**self.step)) + 1e-8
        self.value -= (self.rate * left / (1 - 0.9**self.step) * self.mean / size).astype(np.float32)


def unit(vectors):
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True)) + 1e-6
    return vectors / lengths, lengths


def through_unit(gradient, units, lengths):
    return (gradient - units * (gradient * units).sum(1, keepdims=True)) / lengths


def thinned(rows, share, random):
    rows = rows.copy()
    rows.data *= random.random(len(rows.data)) > share
    return rows


def train(package_of, described, words, code, names, stems, seed):
    random = np.random.default_rng(seed)
    packages = {name: np.where(package_of == name)[0] for name in np.unique(package_of)}
    packages = {name: rows for name, rows in packages.items() if (rows < described).sum() >= 20}
    columns = [
        vocabulary(side, packages, stems, described, at_most)
        for side, at_most in zip((words, code), ROWS_AT_MOST.values())
    ]
    said = words[:, columns[0]].tocsr()
    named = names[:, columns[1]].tocsr()
    written = code[:, columns[1]].tocsr()
    tables = [Adam(table, RATE) for table in begun(said[:described], written[:described])]
    written.data = np.log1p(written.data)
    written = (written + named).tocsr()
    by_words, rivals = {}, {}
    for name, rows in packages.items():
        by_words[name] = asked, found = bm25(words[rows], code[rows], names[rows])
        count = int((rows < described).sum())
        rivals[name] = np.empty((count, 8), np.int32)
        for at in range(0, count, 500):
            scores = (asked[at : min(at + 500, count)] @ found.T).toarray()
            scores[np.arange(len(scores)), np.arange(at, at + len(scores))] = -1
            rivals[name][at : at + len(scores)] = np.argpartition(-scores, 8, 1)[:, :8]
    weights = Adam(np.array([4.0], np.float32), 0.02), Adam(np.array([12.0], np.float32), 0.05)
    batches = sum((rows < described).sum() // BATCH for rows in packages.values()) * EPOCHS
    done = 0
    for _ in range(EPOCHS):
        epoch = []
        for name, rows in packages.items():
            order = random.permutation((rows < described).sum())
            epoch += [(name, order[at : at + BATCH]) for at in range(0, len(order), BATCH)]
        random.shuffle(epoch)
        loss = 0.0
        for name, chosen in epoch:
            if len(chosen) < 16:
                continue
            done += 1
            rows, (asked, found) = packages[name], by_words[name]
            others = rivals[name][chosen][:, random.permutation(8)[:RIVALS]].ravel()
            pieces = np.concatenate([chosen, np.setdiff1d(others, chosen)])
            texts = thinned(said[rows[chosen]], LEFT_OUT["words"], random)
            codes = thinned(written[rows[pieces]], LEFT_OUT["code"], random)
            nameless = sp.diags((random.random(len(pieces)) < NAMELESS).astype(np.float32))
            codes = (codes - nameless @ codes.multiply(named[rows[pieces]] > 0)).tocsr()
            (q, q_lengths), (c, c_lengths) = unit(texts @ tables[0].value), unit(codes @ tables[1].value)
            cosines, words_too = q @ c.T, (asked[chosen] @ found[pieces].T).toarray()
            by, near = (weight.value[0] for weight in weights)
            scores = by * words_too + near * cosines
            shares = np.exp(scores - scores.max(1, keepdims=True))
            shares /= shares.sum(1, keepdims=True)
            right = np.arange(len(chosen))
            loss -= np.log(shares[right, right] + 1e-9).mean()
            shares[right, right] -= 1
            shares /= len(chosen)
            weights[0].down(np.array([(shares * words_too).sum()]))
            weights[1].down(np.array([(shares * cosines).sum()]))
            left = max(0.02, 1 - done / batches)
            tables[0].down(texts.T @ through_unit(near * (shares @ c), q, q_lengths), left)
            tables[1].down(codes.T @ through_unit(near * (shares.T @ q), c, c_lengths), left)
        print(f"loss {loss / len(epoch):.3f}, BM25 × {weights[0].value[0]:.1f}, cosine × {weights[1].value[0]:.1f}", flush=True)
    return [[stems[k] for k in side] for side in columns], [table.value for table in tables]


def hash_of(stem):
    """As in src/local/ranking/hashes.ts."""
    value = 0x811C9DC5
    for character in stem:
        value = (value ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    value ^= value >> 15
    return value * 0x2C1B3C6D & 0xFFFFFFFF


def write(path, vocabularies, tables):
    """A head of four numbers, then of both tables the hashes of their stems, what a byte of each row is, and the rows."""
    scales = [np.abs(table).max(1) / 127 + 1e-12 for table in tables]
    with open(path, "wb") as file:
        file.write(b"akin" + np.array([DIMS, *map(len, vocabularies)], "<u4").tobytes())
        for stems in vocabularies:
            file.write(np.array([hash_of(stem) for stem in stems], "<u4").tobytes())
        for scale in scales:
            file.write(scale.astype("<f4").tobytes())
        for table, scale in zip(tables, scales):
            file.write(np.round(table / scale[:, None]).astype(np.int8).tobytes())


if __name__ == "__main__":
    package_of, described, (words, code, names), stems = read(sys.argv[1])
    print(described, "descriptions of", len(set(package_of)), "packages", collections.Counter(package_of).most_common(5))
    trained = [train(package_of, described, words, code, names, stems, seed + 1) for seed in range(ORDERS)]
    write(sys.argv[2], trained[0][0], [sum(sides) / ORDERS for sides in zip(*(tables for _, tables in trained))])
