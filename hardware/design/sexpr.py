"""KiCad's file syntax: nested lists in round brackets.

A list is a Python list whose first member is its keyword. `Word` is a bare word, `str` is written in
quotes, numbers are written with at most six decimals. `read` gives the same shape back, so that a
test can look into a board without KiCad being installed.
"""
import re
import uuid


class Word(str):
    """A word that KiCad wants without quotes."""


NAMESPACE = uuid.UUID("5d1f4b6e-8a57-4c0e-9f0b-2f64cc0f1c44")


def identity(*path):
    """The same thing gets the same identifier every time the files are made."""
    return Word(uuid.uuid5(NAMESPACE, "/".join(str(part) for part in path)))


def number(value):
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def item(keyword, *members):
    return [Word(keyword), *members]


def atom(value):
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return number(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def write(node, depth=0):
    """Lists of atoms stay on one line, lists of lists get a line for each of them."""
    if not isinstance(node, list):
        return atom(node)
    if not any(isinstance(member, list) for member in node):
        return "(" + " ".join(atom(member) for member in node) + ")"
    flat = "(" + " ".join(write(member) for member in node) + ")" if depth > 1 else None
    if flat and len(flat) < 100 and "\n" not in flat:
        return flat
    head, rest = [], list(node)
    while rest and not isinstance(rest[0], list):
        head.append(atom(rest.pop(0)))
    inner = "\n".join("  " * (depth + 1) + write(member, depth + 1) for member in rest)
    return "(" + " ".join(head) + "\n" + inner + "\n" + "  " * depth + ")"


TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))', re.S)


def read(text):
    """The one list that a file holds; every atom is a str."""
    stack, position = [[]], 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            if text[position:].strip():
                raise ValueError(f"unreadable at character {position}")
            break
        position = match.end()
        bracket, quoted, bare = match.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            if len(stack) < 2:
                raise ValueError(f"one bracket too many at character {position}")
            done = stack.pop()
            stack[-1].append(done)
        elif quoted is not None:
            stack[-1].append(re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), quoted))
        else:
            stack[-1].append(bare)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("brackets do not match")
    return stack[0][0]


def children(node, keyword):
    return [member for member in node if isinstance(member, list) and member[:1] == [keyword]]


def child(node, keyword):
    found = children(node, keyword)
    return found[0] if found else None
