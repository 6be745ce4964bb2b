"""Markdown as the pages of docs/ use it, turned into HTML.

Blocks: headings, paragraphs, fenced and indented code, tables, lists within lists, comments (left out). Within
lines: code, strong, emphasis, links, pictures, addresses in angle brackets. The rules are those of CommonMark and GitHub's
tables for these; whatever else Markdown has is not used here, and is not known.

A page is read once into blocks, lists of (kind, ...) tuples, and written from them, so that the searched text and the
headings come from the same reading as the page. Nothing is trusted to be HTML: all text is escaped.
"""
import html
import re

ITEM = re.compile(r"( *)([-*]|\d+\.)( +)(?=\S)")
SPAN = re.compile(
    r"(?P<tick>`+)(?P<code>.+?)(?P=tick)(?!`)"
    r"|\\(?P<plain>[\\`*_{}\[\]()#+\-.!|<>])"
    r"|(?P<picture>!?)\[(?P<text>(?:[^\[\]]|`[^`]*`|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\)"
    r"|<(?P<address>https?://[^<>\s]+)>"
    r"|\*\*(?P<strong>\S(?:.*?\S)?)\*\*"
    r"|(?<![\w*])\*(?P<soft>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])",
    re.S,
)


def slug(heading):
    """The name that a heading gets, as GitHub makes it."""
    heading = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def plain(text):
    """The words of a line without its marks."""
    def words(found):
        for name in ("code", "plain", "text", "address", "strong", "soft"):
            if found[name] is not None:
                return plain(found[name]) if name in ("text", "strong", "soft") else found[name]
    return SPAN.sub(words, text)


def spans(text, link):
    """A line in HTML. `link(target, text, picture)` writes a link or a picture; its text is HTML."""
    out, at = [], 0
    for found in SPAN.finditer(text):
        out.append(html.escape(text[at : found.start()], quote=False))
        at = found.end()
        if found["code"] is not None:
            out.append(f"<code>{html.escape(found['code'].strip(), quote=False)}</code>")
        elif found["plain"]:
            out.append(html.escape(found["plain"], quote=False))
        elif found["target"]:
            inner = plain(found["text"]) if found["picture"] else spans(found["text"], link)
            out.append(link(found["target"], inner, bool(found["picture"])))
        elif found["address"]:
            out.append(link(found["address"], html.escape(found["address"]), False))
        elif found["strong"]:
            out.append(f"<strong>{spans(found['strong'], link)}</strong>")
        else:
            out.append(f"<em>{spans(found['soft'], link)}</em>")
    return "".join(out) + html.escape(text[at:], quote=False)


def cells(line):
    inner = re.sub(r"^\s*\||(?<!\\)\|\s*$", "", line)
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def is_table(lines, at):
    return lines[at].startswith("|") and at + 1 < len(lines) and re.fullmatch(r"\|?[\s:|-]+\|?", lines[at + 1])


def begins_block(lines, at):
    """Whether a line ends the paragraph before it."""
    line = lines[at]
    item = ITEM.match(line)
    return (not line.strip() or line.startswith(("#", "```", "<!--")) or is_table(lines, at)
            or bool(item) and item[2] in ("-", "*", "1."))


def read_fence(lines, at):
    end = at + 1
    while end < len(lines) and not lines[end].startswith("```"):
        end += 1
    return ("code", lines[at][3:].strip(), lines[at + 1 : end]), end + 1


def read_indented(lines, at):
    end = at
    while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
        end += 1
    inner = [line[4:] for line in lines[at:end]]
    while inner and not inner[-1].strip():
        inner.pop()
    return ("code", "", inner), end


def read_table(lines, at):
    sides = ["right" if cell.endswith(":") else "" for cell in cells(lines[at + 1])]
    end = at + 2
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    return ("table", cells(lines[at]), sides, [cells(line) for line in lines[at + 2 : end]]), end


def read_list(lines, at):
    """The items of a list, each read as blocks of its own."""
    first = ITEM.match(lines[at])
    ordered = first[2] not in "-*"
    items = []
    while at < len(lines):
        item = ITEM.match(lines[at])
        if not item or len(item[1]) > len(first[1]) + 1 or (item[2] not in "-*") != ordered:
            break
        width = item.end()
        inner = [lines[at][width:]]
        at += 1
        while at < len(lines):
            line = lines[at]
            indented = line.startswith(" " * width)
            lazy = bool(line.strip() and inner[-1].strip()) and not begins_block(lines, at) and not ITEM.match(line)
            goes_on = not line.strip() and at + 1 < len(lines) and lines[at + 1].startswith(" " * width)
            if not (indented or lazy or goes_on):
                break
            inner.append(line[width:] if indented else line.strip())
            at += 1
        items.append(read(inner))
        if at + 1 < len(lines) and not lines[at].strip() and ITEM.match(lines[at + 1]):
            at += 1
    return ("list", ordered, items), at


def read(lines):
    """The blocks of a page, or of what is inside an item of a list."""
    blocks, at = [], 0
    while at < len(lines):
        line = lines[at]
        heading = re.match(r"(#{1,6}) +(.*)", line)
        if not line.strip():
            at += 1
            continue
        if line.startswith("<!--"):
            while "-->" not in lines[at]:
                at += 1
            at += 1
            continue
        if heading:
            block, at = ("heading", len(heading[1]), heading[2]), at + 1
        elif line.startswith("```"):
            block, at = read_fence(lines, at)
        elif is_table(lines, at):
            block, at = read_table(lines, at)
        elif ITEM.match(line):
            block, at = read_list(lines, at)
        elif line.startswith("    "):
            block, at = read_indented(lines, at)
        else:
            end = at + 1
            while end < len(lines) and not begins_block(lines, end):
                end += 1
            block, at = ("paragraph", " ".join(one.strip() for one in lines[at:end])), end
        blocks.append(block)
    return blocks


def named(blocks):
    """The headings of a page, in order: (level, text, name); a name that occurs again gets a number."""
    seen = {}
    for block in blocks:
        if block[0] == "heading":
            name = slug(block[2])
            count = seen.get(name, 0)
            seen[name] = count + 1
            yield block[1], block[2], f"{name}-{count}" if count else name


def write_code(language, lines):
    def line(text):
        safe = html.escape(text, quote=False)
        return f"<strong>{safe}</strong>" if language == "console" and text.startswith("$ ") else safe
    return f'<pre tabindex="0"><code>{chr(10).join(map(line, lines))}</code></pre>'


def write_table(head, sides, rows, link):
    def row(tag, values):
        whole = zip(values, sides + [""] * len(values))
        return "<tr>" + "".join(f'<{tag}{f" class={side}" if side else ""}>{spans(value, link)}</{tag}>'
                                for value, side in whole) + "</tr>"
    title = f"<thead>{row('th', head)}</thead>" if any(head) else ""
    return (f'<div class="table" tabindex="0" role="group" aria-label="{html.escape(plain(" ".join(head)).strip() or "table")}">'
            f"<table>{title}<tbody>" + "".join(row("td", each) for each in rows) + "</tbody></table></div>")


def write(blocks, link, names=None):
    """The blocks in HTML; `names` gives the headings' names, in order."""
    out = []
    for kind, *parts in blocks:
        if kind == "heading":
            level, text = parts
            out.append(f'<h{level} id="{next(names)}">{spans(text, link)}</h{level}>')
        elif kind == "paragraph":
            out.append(f"<p>{spans(parts[0], link)}</p>")
        elif kind == "code":
            out.append(write_code(*parts))
        elif kind == "table":
            out.append(write_table(*parts, link))
        else:
            tag = "ol" if parts[0] else "ul"
            out.append(f"<{tag}>")
            for item in parts[1]:
                if item and item[0][0] == "paragraph":
                    out.append(f"<li>{spans(item[0][1], link)}{write(item[1:], link)}</li>")
                else:
                    out.append(f"<li>{write(item, link)}</li>")
            out.append(f"</{tag}>")
    return "\n".join(out)


def words(blocks):
    """The text of blocks, to be searched."""
    out = []
    for kind, *parts in blocks:
        if kind == "paragraph":
            out.append(plain(parts[0]))
        elif kind == "heading":
            out.append(plain(parts[1]))
        elif kind == "code":
            out.append(" ".join(parts[1]))
        elif kind == "table":
            out += [plain(" ".join(row)) for row in [parts[0], *parts[2]]]
        else:
            out += [words(item) for item in parts[1]]
    return re.sub(r"\s+", " ", " ".join(out)).strip()
