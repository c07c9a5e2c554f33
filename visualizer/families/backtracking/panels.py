"""The panel of a search for solutions: the fog and what lifts it, score by score and peer by peer; the label and what
it struck; the branch."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Event
from algorithms.events import BackedUp, Exhausted, SearchEnded
from algorithms.problems.forms.csp import Domain, Value
from algorithms.words import counted, plural
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.contribution import (
    CONTRIBUTION,
    NOTHING,
    QUOTIENT,
    Explained,
    Share,
    best,
    best_score,
    explained,
    heat,
)
from visualizer.families.backtracking.numbers import (
    choices_of,
    explained_of,
    forced_of,
    found_of,
    labels_of,
    left_of,
    open_of,
    score_of,
    share_of,
    shared_of,
    tied_of,
    values_of,
    weight_of,
)
from visualizer.families.backtracking.state import Label, SearchState, Weight, search_of
from visualizer.runs.boards import Peers
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, draw_facts

_ROW = 17.0  # the height of a line of scores or peers, in points
_SCORE, _PEER = 128.0, 142.0  # the least width of a column of them
_NAMED = 40  # labels of a branch: more are never all named
_HEAVIEST = 6  # constraints named with their weights


def draw_search_focus(canvas: Canvas, box: Rect, state: State, event: Event | None, peers: Peers,
                      theme: Theme, unit: float, pointed: str | None = None, links: Links | None = None) -> None:
    """What the search is doing: in words, then the tie with its scores or the label with what it did, then the
    branch."""
    search, links = search_of(state), links or Links()
    explanation = NOTHING if search.solved or search.conflict else explained(peers, state, pointed)
    said = headline(state, event)
    size = max(13.0, min(15.0, 15 * box.w / max(1.0, canvas.measure(said, 15 * unit, "bold")))) * unit
    lines = wrap_text(canvas, said, box.w, size, "bold")
    head, rest = box.split_top((8 + 16 * len(lines)) * unit, 4 * unit)
    color = theme.bad if search.conflict else theme.good if search.solved else theme.text
    numbers: Sequence[Number] = _told(state, event)
    for index, line in enumerate(lines):
        numbers = links.write(canvas, (head.x, head.y + (12 + 16 * index) * unit), line, size, color, "left", "bold",
                              numbers=numbers, behind=line.rfind(": ") + 1 if search.selected is not None else 0)
    rest, trail = rest.split_bottom((66 if search.branch else 22) * unit, 4 * unit)
    if search.scores or search.tied:
        _draw_choice(canvas, rest, state, explanation, peers, theme, unit, links)
    else:
        draw_facts(canvas, rest, search_facts(state, event), theme, unit, links)
    if pointed is not None and pointed in state.domains:  # its candidates may be too small to be read on the board
        said = fit_text(canvas, f"{pointed} {_set(state.domains[pointed])}", trail.w * 0.4, 13 * unit, "bold")
        canvas.text((trail.right, trail.y + 9 * unit), said, 13 * unit, theme.text, "right", "bold")
    draw_branch(canvas, trail, search.branch, theme, unit, links)


# --- in words --------------------------------------------------------------------------------------------------------


def headline(state: State, event: Event | None) -> str:
    """What is going on, in a line."""
    search = search_of(state)
    if isinstance(event, BackedUp | Exhausted | SearchEnded):
        return event.sentence()
    if search.solved:
        return f"Solution {search.found}: every variable has a value"
    if search.conflict:
        return search.conflict
    if search.selected is not None:
        score = search.scores.get(search.selected)
        why = f": {search.measure} {score}" if score is not None else (
            f": one of {len(search.tied)} that tie" if search.tied else "")
        return f"{search.selected} is labelled next{why}"
    if search.best:
        return f"The fog does not lift: {', '.join(search.best)} share the best score"
    if search.tied:
        size = len(state.domains[search.tied[0]])
        return f"Fog of search: {len(search.tied)} variables have {counted(size, 'value')} left"
    if search.scores:
        return f"Each unassigned variable gets a score: {search.measure}"
    if search.source is not None and search.branch:
        value = state.domains[search.source][0]
        how = f"Label {len(search.branch)}" if search.label_spreads else "A single"
        return f"{how}: {search.source} = {value}; forward checking"
    return "The search begins" if event is None else event.sentence()


def _told(state: State, event: Event | None) -> list[Number]:
    """The numbers of the headline."""
    search = search_of(state)
    if search.conflict or isinstance(event, BackedUp | Exhausted | SearchEnded):
        return []
    if search.solved:
        return [found_of(search)]
    if search.selected is not None:
        return [score_of(search, search.selected)] if search.selected in search.scores else (
            [tied_of(search)] if search.tied else [])
    if search.best:
        return []
    if search.tied:
        return [tied_of(search), left_of(len(state.domains[search.tied[0]]))]
    last = search.branch[-1].variable if search.branch and not search.scores else None
    return [labels_of(search.branch)] if search.source is not None and search.source == last else []


def search_facts(state: State, event: Event | None) -> list[Fact]:
    """The last label, what it or the last single behind it has struck, and what is open."""
    search, lines = search_of(state), list[Fact]()
    ways = list(search.assigned.values())
    if search.solved:
        counts = [f"{ways.count('label')} by {plural(ways.count('label'), 'label')}",
                  f"{ways.count('single')} as {'a single' if ways.count('single') == 1 else 'singles'}",
                  f"{ways.count('rest')} left over"]
        lines.append(Fact("Values", ", ".join(text for text in counts if not text.startswith("0")) or "all were given",
                          numbers=tuple(values_of(search))))
        if search.branch:
            lines.append(Fact("Choices", _choices(search.branch),
                              numbers=(choices_of(search.branch), labels_of(search.branch))))
        return lines
    if search.selected is not None:
        text = f"{search.selected} {_set(state.domains[search.selected])}: no tie, it alone has the fewest values"
        lines.append(Fact("Next", text))
    if search.branch:
        last = search.branch[-1]
        tried = search.trail[last.mark].domain
        lines.append(Fact("Label", f"{last.variable} = {last.value}, of {_set(tried)}"))
    if search.struck:
        lines.append(Fact("Struck", _struck(search)))
    elif search.source is not None:
        lines.append(Fact("Struck", "nothing so far", "muted"))
    if search.conflict:
        back = "back to the last label with a value left" if search.choices else "nothing was chosen before"
        lines.append(Fact("Conflict", back, "bad"))
    if search.weights:
        lines.append(Fact("Weights", _weights(search), numbers=tuple(
            weight_of(search, name) for name, _ in _heaviest(search)[:_HEAVIEST])))
    open_ = [domain for x, domain in state.domains.items() if x not in search.assigned and len(domain) > 1]
    lines.append(Fact("Open", f"{counted(len(open_), 'variable')} with {counted(sum(map(len, open_)), 'value')}",
                      numbers=tuple(open_of(state, search, open_))))
    if search.found:
        told = "; dashed: the last one" if search.gone_on else " so far"
        lines.append(Fact("Solutions", f"{search.found}{told}", numbers=(found_of(search),)))
    return lines


def _choices(branch: Sequence[Label]) -> str:
    chosen = sum(label.size > 1 for label in branch)
    return f"{chosen} of {counted(len(branch), 'label')} had more than one value to choose from"


def _set(values: Domain) -> str:
    return f"{{{', '.join(map(str, values))}}}"


def _heaviest(search: SearchState) -> list[tuple[str, Weight]]:
    return sorted(search.weights.items(), key=lambda item: -item[1].weight)


def _weights(search: SearchState) -> str:
    """The constraints that have made conflicts, the heaviest first: ``W≠X 4, Y≠Z 2``."""
    heaviest = _heaviest(search)
    shown = ", ".join(f"{name} {found.weight}" for name, found in heaviest[:_HEAVIEST])
    more = f", {len(heaviest) - _HEAVIEST} more, none heavier" if len(heaviest) > _HEAVIEST else ""
    return f"{shown}{more}; all others 1"


def _struck(search: SearchState) -> str:
    """What forward checking took from whom: ``6 from A7, A9; 4, 6 from B1``."""
    losers: dict[Domain, list[str]] = {}
    for x, values in search.struck.items():
        losers.setdefault(tuple(values), []).append(x)
    return "; ".join(f"{', '.join(map(str, values))} from {', '.join(names)}" for values, names in losers.items())


# --- the choice of a variable ----------------------------------------------------------------------------------------


def _draw_choice(canvas: Canvas, box: Rect, state: State, explanation: Explained, peers: Peers, theme: Theme,
                 unit: float, links: Links) -> None:
    """The scores at the left, the one in question taken apart at the right, the selected variable's values below."""
    search = search_of(state)
    if search.selected is not None:
        box, line = box.split_bottom(18 * unit, 2 * unit)
        _draw_values(canvas, line, search, state.domains[search.selected], theme, unit, links)
    if explanation.shares:
        left, right = box.split_left(box.w * 0.38, 14 * unit)
        _draw_shares(canvas, right, state, explanation, peers, theme, unit, links)
    else:
        left = box
    _draw_scores(canvas, left, state, explanation.variable, theme, unit, links)


def _draw_values(canvas: Canvas, line: Rect, search: SearchState, domain: Domain, theme: Theme, unit: float,
                 links: Links) -> None:
    """The values of the selected variable, each with how many peers have it too where that ranks them."""
    def words(value: Value) -> str:
        score = search.value_scores.get(value)
        return str(value) if score is None else f"{value} ({score})"

    ranked = ", and how many peers share them" if search.value_scores else ""
    text = f"Values of {search.selected}{ranked}: {',  '.join(map(words, domain))}"
    links.write(canvas, (line.x, line.center[1]), fit_text(canvas, text, line.w, 13 * unit), 13 * unit, theme.text,
                numbers=[shared_of(search, value) for value in domain if value in search.value_scores])


def shown_scores(search: SearchState, room: int) -> list[str]:
    """As many of the candidates as there is room for: all in order, or else the last scored ones while scores come in,
    and the best ones when they are complete."""
    names = list(search.tied or search.scores)
    if len(names) <= room:
        return names
    if search.selected is None and not search.best:
        last = max(room, len(search.scores))
        return names[last - room : last]
    highest = best_score(search)
    ranked = sorted(search.scores, key=lambda x: heat(search, x, highest), reverse=True)[:room]
    return [*ranked, *(x for x in names if x not in search.scores)][:room]


def _draw_scores(canvas: Canvas, box: Rect, state: State, lit: str, theme: Theme, unit: float, links: Links) -> None:
    """A bar for each candidate, as long as its score is good, with the number."""
    search, row = search_of(state), _ROW * unit
    columns, rows = max(1, int(box.w / (_SCORE * unit))), max(1, int(box.h / row))
    all_ = len(search.tied or search.scores)
    names = shown_scores(search, columns * rows if all_ <= columns * rows else columns * rows - 1)
    columns = min(columns, max(1, -(-len(names) // rows)))
    winners, highest = best(search), best_score(search)
    size, wide = 13 * unit, min(box.w / columns, 230 * unit)
    first = max((canvas.measure(x, size, "bold") for x in names), default=0) + 18 * unit
    for index, x in enumerate(names):
        column, line = divmod(index, rows)
        place = Rect(box.x + column * wide, box.y + line * row, wide - 10 * unit, row)
        if x == lit:
            canvas.rect(place.inset(-3 * unit, 0), theme.current, radius=3 * unit)
        y = place.center[1]
        if x in winners or x == search.selected:
            canvas.text((place.x, y), "▸", size, theme.accent)
        strong = x in winners or x == search.selected
        canvas.text((place.x + 13 * unit, y), x, size, theme.text, "left", "bold" if strong else "sans")
        if x not in search.scores:
            values = _set(state.domains[x])
            if canvas.measure(values, size) > place.w - first:
                values = f"{len(state.domains[x])} values"
            told = [left_of(len(state.domains[x]))] if search.tied and not values.startswith("{") else []
            links.write(canvas, (place.x + first, y), values, size, theme.muted, numbers=told)
            continue
        number = str(search.scores[x])
        end = max(canvas.measure(number, size, "bold"), 26 * unit)
        groove = Rect(place.x + first, y - 4 * unit, max(0.0, place.w - first - end - 6 * unit), 8 * unit)
        canvas.rect(groove, theme.raised)
        canvas.rect(Rect(groove.x, groove.y, groove.w * heat(search, x, highest), groove.h), theme.unknown)
        links.write(canvas, (place.right, y), number, size, theme.text, "right", "bold" if strong else "sans",
                    numbers=[score_of(search, x)])
    if len(names) < all_:
        at = box.x + (columns - 1) * wide + 13 * unit, box.y + (rows - 0.5) * row
        canvas.text(at, f"… {all_ - len(names)} more", size, theme.muted)


def _draw_shares(canvas: Canvas, box: Rect, state: State, score: Explained, peers: Peers, theme: Theme,
                 unit: float, links: Links) -> None:
    """What each peer adds: ``D2 6 8 9 → 2``, the values that count bold and underlined."""
    size, row = 13 * unit, _ROW * unit
    head, rest = box.split_top(row, unit)
    count, domain = len(score.shares), state.domains[score.variable]
    text = f"{score.variable}: {counted(count, 'unassigned peer')}"
    if score.measure == CONTRIBUTION:
        name = f"{score.variable} {_set(domain)}" if len(domain) < 5 else score.variable
        text = f"{name}: {counted(count, 'peer')} {'shares' if count == 1 else 'share'} values, {score.total} in all"
    elif score.measure == QUOTIENT:
        text = f"{score.variable}: {counted(len(domain), 'value')} / weight {score.total}"
    search, numbers = search_of(state), explained_of(state, search_of(state), peers, score)
    if canvas.measure(text, size, "bold") > head.w:
        text, numbers = f"{score.variable}: {score.total} in all", numbers[1:]
    links.write(canvas, (head.x, head.center[1]), text, size, theme.text, "left", "bold", numbers=numbers,
                behind=text.find(": "))
    rows = max(1, int(rest.h / row))
    columns = max(1, min(int(rest.w / (_PEER * unit)), -(-len(score.shares) // rows)))
    tight = min(1.0, rows * columns / len(score.shares)) ** 0.5  # smaller, rather than leave some out
    if tight < 1:
        row = max(row * tight, 1.15 * SMALLEST * unit)
        rows = max(1, int(rest.h / row))
        columns = -(-len(score.shares) // rows)
    wide = rest.w / columns
    for index, share in enumerate(score.shares):
        column, line = divmod(index, rows)
        place = Rect(rest.x + column * wide, rest.y + line * row, wide - 12 * unit, row)
        _draw_share(canvas, place, share, theme, max(SMALLEST * unit, min(size, row * 0.82)), links,
                    share_of(state, search, score, share))


def _draw_share(canvas: Canvas, place: Rect, share: Share, theme: Theme, size: float, links: Links,
                numbers: Sequence[Number]) -> None:
    """One peer; where its values do not all fit, those that count."""
    y, x = place.center[1], place.x
    canvas.text((x, y), share.peer, size, theme.muted)
    x += canvas.measure(share.peer + "  ", size)
    number = f"→ {share.worth}"
    end = place.right - canvas.measure(number, size, "bold") - size * 0.4
    domain = share.domain if share.common else ()  # a degree counts peers, not their values
    styles: dict[Value, Style] = {value: "bold" if value in share.common else "sans" for value in domain}
    widths = {value: canvas.measure(str(value), size, style) + size * 0.35 for value, style in styles.items()}
    whole = x + sum(widths.values()) <= end
    for value in domain if whole else share.common:
        width = widths[value]
        if x + width > end:
            break
        counts = value in share.common
        canvas.text((x, y), str(value), size, theme.text if counts else theme.muted, "left", styles[value])
        if counts:
            canvas.rect(Rect(x, y + size * 0.48, width - size * 0.35, max(1.0, size * 0.12)), theme.accent)
        x += width
    if not whole and x + size <= end:
        canvas.text((x, y), "…", size, theme.muted)
    links.write(canvas, (place.right, y), number, size, theme.text, "right", "bold", numbers=numbers)


# --- the branch ------------------------------------------------------------------------------------------------------


def pieces(branch: Sequence[Label]) -> list[tuple[str, bool]]:
    """The branch in short: each label that was a choice, the last label, and between them how many were forced; with
    whether it is a choice."""
    found: list[tuple[str, bool]] = []
    forced = 0
    for label in branch[:-1]:
        if label.size > 1:
            found += [(f"+{forced}", False)] if forced else []
            found.append((f"{label.variable}={label.value}", True))
            forced = 0
        else:
            forced += 1
    found += [(f"+{forced}", False)] if forced else []
    return [*found, *((f"{label.variable}={label.value}", label.size > 1) for label in branch[-1:])]


def _named(branch: Sequence[Label]) -> list[tuple[str, bool]]:
    """Each label of the branch; with whether it is a choice."""
    return [(f"{label.variable}={label.value}", label.size > 1) for label in branch]


def draw_branch(canvas: Canvas, box: Rect, branch: Sequence[Label], theme: Theme, unit: float,
                links: Links | None = None) -> None:
    """The labels from the root to here, choices as chips; where they do not fit, ``+3`` for three that had one value
    left; where these do not, either, the middle is left out."""
    size, height, gap, links = 12 * unit, 20 * unit, 4 * unit, links or Links()
    head, rest = box.split_top(18 * unit, 2 * unit)
    chosen = sum(label.size > 1 for label in branch)
    labels = counted(len(branch), "label")
    texts = [f"Branch: {labels}, {chosen} of them {'a choice' if chosen == 1 else 'choices'}",
             f"Branch: {labels}, {counted(chosen, 'choice')}"] if branch else ["Branch: no label"]
    text = next((text for text in texts if canvas.measure(text, 13 * unit) <= head.w * 0.58), texts[-1])
    links.write(canvas, (head.x, head.center[1]), text, 13 * unit, theme.muted,
                numbers=[labels_of(branch), choices_of(branch)] if branch else ())
    if rest.h < height:
        return
    lines = max(1, int((rest.h + gap) / (height + gap)))
    for shown in (*([_named(branch)] if len(branch) <= _NAMED else []), pieces(branch)):
        widths = [canvas.measure(word, size, "bold") + (10 if choice or index == len(shown) - 1 else 2) * unit + gap
                  for index, (word, choice) in enumerate(shown)]
        left_out = _middle(widths, rest.w * lines - (lines - 1) * max(widths, default=0) - 30 * unit)
        if not left_out:
            break
    x, y, told = rest.x, rest.y, 0
    for index, (word, choice) in enumerate(shown):
        many = int(word) if word.startswith("+") else 1
        told += many
        if index in left_out:
            if index == left_out.start:
                canvas.text((x, y + height / 2), "…", size, theme.muted)
                x += 18 * unit
            continue
        if x + widths[index] - gap > rest.right and x > rest.x:
            x, y = rest.x, y + height + gap
        place = Rect(x, y, widths[index] - gap, height)
        _draw_piece(canvas, place, word, choice, index == len(shown) - 1, size, theme)
        if word.startswith("+"):
            links.counts(forced_of(told - many, told), place.inset(0, (height - 1.3 * size) / 2))
        x += widths[index]


def _middle(widths: Sequence[float], room: float) -> range:
    """Which pieces to leave out so that the rest fits: from behind the first three on."""
    end = first = min(3, len(widths))
    total = sum(widths)
    while total > room and end < len(widths) - 1:
        total -= widths[end]
        end += 1
    return range(first, end)


def _draw_piece(canvas: Canvas, place: Rect, word: str, choice: bool, last: bool, size: float, theme: Theme) -> None:
    ink: Color = theme.muted
    if choice or last:
        fill, ink = (theme.constraint, theme.on_constraint) if choice else (theme.raised, theme.text)
        canvas.rect(place, fill, theme.accent if last else theme.edge, 2 if last else 1, place.h * 0.25)
    canvas.text(place.center, word, size, ink, "center", "bold")
