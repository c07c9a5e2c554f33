"""The graph and the rules under the pointer and the keyboard: what a click takes, where a drag and the wheel lead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from algorithms.core import Event
from algorithms.transitions.events import PathBegun, RuleApplied
from algorithms.transitions.graph import Edge, Graph
from algorithms.transitions.records import FAIL, State, text
from algorithms.words import counted
from visualizer.canvas.primitives import Point, Rect
from visualizer.families.transitions import command
from visualizer.families.transitions.drawn import Drawn, drawn
from visualizer.families.transitions.facts import BUTTON
from visualizer.families.transitions.following import EDGES
from visualizer.families.transitions.hero import parts, shown
from visualizer.families.transitions.look import Field, Look
from visualizer.families.transitions.rules import because, cards_of
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.whole import field_of
from visualizer.families.transitions.whole import parts as whole_parts
from visualizer.runs.session import Session
from visualizer.stage.stage import inside
from visualizer.widgets.inputs import ACTIVATE
from visualizer.widgets.ui import Ui

_CLICK = 5.0  # pixels: a press that moves further is a drag
_ZOOM = 1.25  # by a key, or a notch of the wheel
_NAMED = 4  # edges of a way that are named
_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class GraphControls:
    """Turns input into transitions, and into what is seen of the graph.

    held: where a press began, and what was in the middle then; ``dragged``: it is no click
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._look = Look()
        self._for: tuple[object, State, State] | None = None
        self.held: tuple[Point, Point] | None = None
        self.dragged = False

    @property
    def state(self) -> TransitionState:
        """The path on show."""
        return transition_of(self.session.state)

    @property
    def look(self) -> Look:
        """How the graph is looked at. At another state a way that was asked for is over; on another graph, all is."""
        state, look = self.state, self._look
        now = state.unfolding, state.began, state.node  # where the path began says which graph it is
        if self._for != now:
            if self._for is not None and self._for[0] is not state.unfolding:
                self._look = look = Look()
            self._for, look.route, look.opened = now, (), set()
        return look

    def register(self, ui: Ui, places: Mapping[str, Rect], unit: float) -> None:
        """Takes the input for the graph and the rules."""
        if not any(box.contains(*ui.pointer) for box in places.values()) and not ui.has_keys("graph"):
            self.look.pointed = None
        if "large" in places:
            self._graph(ui, *parts(inside(places["large"], unit), unit), unit)
        if "rules" in places:
            self._buttons(ui, places["rules"], unit)

    def _graph(self, ui: Ui, box: Rect, below: Rect, unit: float) -> None:
        """The graph, whole or around the current state, and below it the button from one to the other."""
        whole = shown(self.state, self.look)
        if whole is not None:
            hand = _Hand(self, whole, box, unit)
            ui.area("graph", hand.field.box, press=hand.press, drag=hand.drag, release=hand.release, wheel=hand.wheel,
                    move=hand.move, key=hand.key, focusable=True,
                    tip="" if self.look.pointed else
                    "a click goes to a state or along an edge, or shows a way; the wheel zooms")
            near = _Near(self)
            ui.area("graph-run", whole_parts(box, unit)[1], press=near.press, move=near.move)
        else:
            near = _Near(self)
            ui.area("graph", box, press=near.press, move=near.move, key=near.key, focusable=True,
                    tip="" if self.look.pointed else "a click goes to a state, or opens a box")
        if drawn(self.state) is not None:
            line = below.split_top(24 * unit)[0] if below.h else box.split_bottom(24 * unit)[1]
            place = line.split_right((BUTTON - 8) * unit)[1]
            label = "Whole graph" if whole is None else "Around the state"
            ui.button("graph-part", place, label, self._other_part)

    def _other_part(self) -> None:
        self.look.around = shown(self.state, self.look) is not None

    def _buttons(self, ui: Ui, box: Rect, unit: float) -> None:
        state = self.state
        if box.contains(*ui.pointer):
            self.look.pointed = None
        for card in cards_of(ui.canvas, box, self.session.state, unit):
            for button in card.buttons:
                option = button.option
                aside = "" if option.preferred else " (in the graph, but the strategy does not take it)"
                after = state.unfolding.said(option.transition.after)
                tip = f"{option.name}, {because(option.transition, state)}: {after}{aside}"
                ui.area(f"edge {option.name}", button.box, press=partial(self._press, option.name),
                        move=partial(self._point, option.transition.after), key=partial(self._key, option.name),
                        focusable=True, tip=tip)

    def _point(self, node: State, _x: float, _y: float) -> None:
        self.look.pointed = node

    def _press(self, name: str, _x: float, _y: float, _button: int) -> None:
        command.take(self.session, name)

    def _key(self, name: str, key: str, _shift: bool, ctrl: bool) -> bool:
        if key not in ACTIVATE or ctrl:
            return False
        command.take(self.session, name)
        return True

    def go_to(self, node: State) -> None:
        """To a state: where the run comes to it; along an edge that leads there; else a way to it is shown."""
        session, state = self.session, self.state
        if node != FAIL and any(abs(member.literal) not in state.system.atoms for member in node):
            return  # drawn before the run was taken back to where its clauses had fewer atoms
        position = reached_at(session, node)
        if position is not None:
            session.stop()
            session.show(position)
            return
        options = sorted((option for option in state.options if option.transition.after == node),
                         key=lambda option: not option.preferred)
        if options:
            command.take(session, options[0].name)
        else:
            self._show_way(node)

    def follow(self, edge: Edge, graph: Graph) -> None:
        """Along an edge, where the run is at its beginning; of another one it is said where it leads."""
        source, target = graph.states[edge.source], graph.states[edge.target]
        options = [option for option in self.state.options
                   if option.transition.rule == edge.rule and option.transition.after == target]
        if self.state.node == source and options:
            command.take(self.session, options[0].name)
            return
        ends = [text(self.state.system.said(node)) for node in (source, target)]
        self.session.notice = f"{edge.rule} leads from {ends[0]} to {ends[1]}"

    def _show_way(self, node: State) -> None:
        whole = drawn(self.state)
        if whole is None:
            return
        said = text(self.state.system.said(node))
        began = text(self.state.system.said(self.state.began))
        for start, at in ((self.state.node, "From here"), (self.state.began, f"From {began}")):
            if (route := whole.route(start, node)) is not None:
                self.look.route, self.look.on = tuple((edge.source, edge.target) for edge in route), whole
                steps = [f"{edge.rule} ⇒ {text(self.state.system.said(whole.graph.states[edge.target]))}"
                         for edge in route[:_NAMED]]
                more = ", …" if len(route) > _NAMED else ""
                self.session.notice = f"{at}, {counted(len(route), 'edge')} lead to {said}: {', '.join(steps)}{more}"
                return


def reached_at(session: Session, node: State) -> int | None:
    """The position of the timeline where the run comes to a state, as far as it is recorded."""
    said, timeline = transition_of(session.state).system.said(node), session.timeline
    kinds: tuple[type[Event], ...] = (PathBegun, *EDGES)
    return next((at + 1 for kind in kinds for at in timeline.positions(kind)
                 if (isinstance(event := timeline.events[at], RuleApplied) and event.after == said)
                 or (isinstance(event, PathBegun) and event.state == said)), None)


class _Hand:
    """What one frame's input does to the whole graph in its box."""

    def __init__(self, controls: GraphControls, whole: Drawn, box: Rect, unit: float) -> None:
        self.controls, self.whole, self.box, self.unit = controls, whole, box, unit

    @property
    def field(self) -> Field:
        return field_of(self.whole, self.box, self.controls.look, self.unit)

    def move(self, x: float, y: float) -> None:
        """Points at the state there."""
        number = self.field.at(x, y)
        self.controls.look.pointed = None if number is None else self.whole.graph.states[number]

    def press(self, x: float, y: float, _button: int) -> None:
        """The beginning of a click or a drag."""
        self.controls.held, self.controls.dragged = ((x, y), self.controls.look.center), False

    def drag(self, x: float, y: float) -> None:
        """Moves the graph."""
        if self.controls.held is None:
            return
        (start_x, start_y), (u, v) = self.controls.held
        if self.controls.dragged or abs(x - start_x) + abs(y - start_y) > _CLICK:
            w, h = self.field.size
            self.controls.dragged = True
            self.controls.look.move_to((u - (x - start_x) / w, v - (y - start_y) / h))

    def release(self, x: float, y: float) -> None:
        """Goes to the state that was clicked, or along the edge."""
        number, graph = self.field.at(x, y), self.whole.graph
        if not self.controls.dragged and number is not None:
            self.controls.go_to(graph.states[number])
        elif not self.controls.dragged:
            pairs = [(edge.source, edge.target) for edge in graph.edges]
            found = self.field.edge_at(pairs, x, y)
            if found is not None:
                self.controls.follow(graph.edges[found], graph)
        self.controls.held, self.controls.dragged = None, False

    def wheel(self, x: float, y: float, dy: float) -> None:
        """Zooms around the pointer."""
        self.controls.look.zoom_at(self.field, (x, y), _ZOOM ** dy)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """Arrows go from state to state along edges and rows; Return goes there."""
        if ctrl or (shift and name not in ("+", "=")):
            return False
        look, graph = self.controls.look, self.whole.graph
        here = graph.number.get(self.controls.state.node if look.pointed is None else look.pointed, 0)
        if name in ("left", "right", "up", "down"):
            found = beside(self.whole, here, name)
            look.pointed = graph.states[found]
            if not self.field.box.contains(*self.field.spot(found)):
                look.move_to(self.field.part(self.field.spot(found)))
        elif name in ("return", "enter"):
            self.controls.go_to(graph.states[here])
        elif name in ("+", "=", "-"):
            look.zoom_at(self.field, self.field.spot(here), 1 / _ZOOM if name == "-" else _ZOOM)
        elif name in ("o", "c"):
            look.zoom, look.center, look.pointed = 1.0, (0.5, 0.5), None
        else:
            return False
        return True


class _Near:
    """The same to the states in full text, around the current one."""

    def __init__(self, controls: GraphControls) -> None:
        self.controls, self.look = controls, controls.look

    def move(self, x: float, y: float) -> None:
        """Points at the state there."""
        self.look.pointed = next((node for box, node in self.look.spots if box.contains(x, y)), None)

    def press(self, x: float, y: float, _button: int) -> None:
        """Goes to a state, or opens a box."""
        node = next((node for box, node in self.look.spots if box.contains(x, y)), None)
        folded = next(((source, rule) for box, source, rule in self.look.boxes if box.contains(x, y)), None)
        if node is not None:
            self.controls.go_to(node)
        elif folded is not None:
            self.look.opened.add(folded)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """Arrows go to the next state in their direction; Return goes there, O opens all boxes."""
        if ctrl or shift or not self.look.spots:
            return False
        here = self.controls.state.node if self.look.pointed is None else self.look.pointed
        spots = {node: box.center for box, node in self.look.spots}
        if name in _STEPS:
            x, y = spots.get(here, self.look.spots[0][0].center)
            dx, dy = _STEPS[name]
            ahead = [node for node, at in spots.items() if (at[0] - x) * dx + (at[1] - y) * dy > 1]
            self.look.pointed = min(ahead, default=here, key=lambda node: (
                (spots[node][0] - x) * dx + (spots[node][1] - y) * dy
                + 3 * abs((spots[node][0] - x) * dy) + 3 * abs((spots[node][1] - y) * dx)))
        elif name in ("return", "enter"):
            self.controls.go_to(here)
        elif name == "o":
            rules = self.controls.state.system.rules  # of all: which have boxes depends on the next step, once known
            self.look.opened.update((node, rule) for _, node in self.look.spots for rule in rules)
        else:
            return False
        return True


def beside(whole: Drawn, number: int, key: str) -> int:
    """What an arrow key leads to: a state with an edge to this one, one that an edge leads to, the next in the row."""
    if key == "up":
        return next((edge.source for edge in whole.entering[number]), number)
    if key == "down":
        return next((edge.target for edge in whole.graph.leaving[number]), number)
    place = whole.placement
    row = sorted((other for other, layer in enumerate(place.layers) if layer == place.layers[number]),
                 key=lambda other: place.xs[other])
    at = row.index(number) + (1 if key == "right" else -1)
    return row[max(0, min(len(row) - 1, at))]
