#!/usr/bin/env python3
"""bench/othello_endings.py FOLDER SEED LEAST MOST COUNT: positions of random games of the WTHOR archive in FOLDER
with LEAST to MOST empty squares, as lines for `potez solve othello --file`. bench/othello-endings.obf was made with

    bench/othello_endings.py ../shared/data/othello/wthor 8 18 20 16 > bench/othello-endings.obf
    bench/othello_endings.py ../shared/data/othello/wthor 9 18 20 16 >> bench/othello-endings.obf
"""
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


def main():
    folder, seed, least, most, count = sys.argv[1], *map(int, sys.argv[2:])
    random.seed(seed)
    games = list(games_of(folder))
    while count:
        game = random.choice(games)
        found = position_with(game, random.randint(least, most))
        if found:
            board, side = found
            print("".join("-XO"[disc] for row in board for disc in row), "X;" if side == 1 else "O;")
            count -= 1


main()
