#!/usr/bin/env python3
"""bench/othello_endings.py FOLDER SEED LEAST MOST COUNT: positions with LEAST to MOST empty squares, as lines for
`potez solve othello --file`. FOLDER has games of the WTHOR archive (.wtb), or positions of self-play that
`potez train othello --model patterns --labels FOLDER` made. bench/othello-endings.obf was made with

    potez train othello --model patterns --labels L5 --blocks 60 --play-depth 4 --exact 14 --seed 81
    bench/othello_endings.py ../shared/data/othello/wthor 12 18 24 250 > bench/othello-endings.obf
    bench/othello_endings.py L5 12 18 24 250 >> bench/othello-endings.obf
"""
import itertools
import pathlib
import random
import struct
import sys

HEAD, GAME, MOVES = 16, 68, 8  # bytes: of the file's head, of a game, before its moves
DIRECTIONS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def flips(board, row, column, side):
    found = []
    if board[row][column]:
        return found
    for down, right in DIRECTIONS:
        r, c, run = row + down, column + right, []
        while 0 <= r < 8 and 0 <= c < 8 and board[r][c] == -side:
            run.append((r, c))
            r, c = r + down, c + right
        if run and 0 <= r < 8 and 0 <= c < 8 and board[r][c] == side:
            found += run
    return found


def can_move(board, side):
    return any(flips(board, r, c, side) for r in range(8) for c in range(8))


def games_of(folder):
    paths = sorted(pathlib.Path(folder).glob("*.wtb")) + sorted(pathlib.Path(folder).glob("*.WTB"))
    for path in paths:
        data = path.read_bytes()
        for i in range(struct.unpack("<I", data[4:8])[0]):
            yield data[HEAD + GAME * i + MOVES:HEAD + GAME * (i + 1)]


def position_with(game, empties):
    """The board and the side to move, or None when the game does not come so far."""
    board = [[0] * 8 for _ in range(8)]
    board[3][3] = board[4][4] = -1
    board[3][4] = board[4][3] = 1
    side, left = 1, 60
    for move in game:
        if left == empties or move == 0:
            break
        row, column = move // 10 - 1, move % 10 - 1
        if not can_move(board, side):
            side = -side
        turned = flips(board, row, column, side)
        if not turned:
            return None
        for r, c in turned + [(row, column)]:
            board[r][c] = side
        side, left = -side, left - 1
    if left == empties and not can_move(board, side):
        side = -side
    return (board, side) if left == empties and can_move(board, side) else None


def archive_positions(folder, least, most):
    games = list(games_of(folder))
    while True:
        found = position_with(random.choice(games), random.randint(least, most))
        if found:
            board, side = found
            yield "".join("-XO"[disc] for row in board for disc in row), "X" if side == 1 else "O"


def label_positions(blocks, least, most):
    """Of the lines that were played, not of the positions aside from them (src/lab/othello/labels.h)."""
    label = struct.Struct("<QQhhhHBB")
    for path in random.sample(blocks, len(blocks)):
        data = path.read_bytes()
        labels = list(label.iter_unpack(data[data.index(b"\n\n") + 2:]))
        for mine, theirs, *_, kind in random.sample(labels, len(labels) // 200):
            if kind % 2 == 0 and least <= 64 - (mine | theirs).bit_count() <= most:
                side = random.choice("XO")
                yield "".join(side if mine >> i & 1 else "XO"[side == "X"] if theirs >> i & 1 else "-"
                              for i in range(64)), side


def main():
    folder, seed, least, most, count = sys.argv[1], *map(int, sys.argv[2:])
    random.seed(seed)
    blocks = sorted(pathlib.Path(folder).glob("*.labels"))
    positions = label_positions(blocks, least, most) if blocks else archive_positions(folder, least, most)
    for board, side in itertools.islice(positions, count):
        print(f"{board} {side};")


main()
