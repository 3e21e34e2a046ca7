"""Verify a proof, alone or beside another one or a head: verify_proof.py proof.json [other]."""
# ruff: noqa: ANN001, ANN201, ANN202, ANN204, INP001, T201 - a script that stands alone, one sentence printed

import hashlib
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

ALTERED, DROPPED, INSERTED, SWAPPED = "modifié", "supprimé", "inséré", "interverti"
# Of the last event, when the journal does not tell it: nothing says which.
EITHER = "inséré, ou son entrée au journal supprimée"


def canonical(value):
    """Return JSON in the form of RFC 8785; a proof holds no number but integers."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return f"{{{','.join(f'{canonical(key)}:{canonical(one)}' for key, one in pairs)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    return json.dumps(value, ensure_ascii=False)


def link(previous, body):
    """Return the digest of a body that comes after a digest."""
    return hashlib.sha256((previous + canonical(body)).encode()).hexdigest()


def holds(one):
    """Whether a digest is that of the digest before and of what it covers."""
    return one["digest"] == link(one["previous_digest"], one["body"])


class History:
    """What the events of a dossier were: the digest of each, by number.

    Three witnesses: the journal, which counts twice, or more at its head, the event itself, the
    event after it. What one of them says is not believed against the others.
    """

    def __init__(self, proof):
        name = proof["dossier"]
        events, entries = (
            [one for one in proof[part] if one["body"]["dossier"] == name and holds(one)]
            for part in ("events", "entries")
        )
        self.told = {one["body"]["sequence"]: one["body"]["event"] for one in entries}
        votes, self.before, self.linked = defaultdict(Counter), defaultdict(set), set()
        for entry in entries:
            at_head = entry["digest"] == proof["head"]["digest"]
            votes[entry["body"]["sequence"]][entry["body"]["event"]] += 2 + at_head
        for event in events:
            number, before = event["body"]["sequence"], event["previous_digest"]
            votes[number][event["digest"]] += 1
            self.before[event["digest"]].add(before)
            if before and event["digest"] in self.told.values():
                votes[number - 1][before] += 1
                self.linked.add(before)
        self.digests = {}
        for number in sorted(number for number in votes if number > 0):
            digest = votes[number].most_common(1)[0][0]
            if digest not in self.digests.values() and self._believed(number, digest):
                self.digests[number] = digest
        self.numbers = range(1, max(self.digests, default=0) + 1)

    def _believed(self, number, digest):
        """Not an event that follows another one than the event before, as its number has it."""
        before = self.digests.get(number - 1) if number > 1 else ""
        if digest in self.linked:
            return True
        if number not in self.told:
            return before in self.before[digest]
        known = {"", *self.digests.values()}
        return before is not None or bool(self.before[digest] and not self.before[digest] & known)

    def event(self, event):
        """Return the number of an event, whatever number and digests it says it has."""
        for number, digest in self.digests.items():
            before = self.digests.get(number - 1, "" if number == 1 else event["previous_digest"])
            own = holds(event) and event["digest"] == digest
            if own or link(before, {**event["body"], "sequence": number}) == digest:
                return number
        return None

    def entry(self, entry):
        """Return the number of the event that an entry tells of."""
        return next((n for n, one in self.digests.items() if one == entry["body"]["event"]), None)


def damage(found, numbers):
    """Yield the place and what was done, from the number that each place has in truth."""
    left = list(numbers)
    for place, number in enumerate(found, start=1):
        if number is None and left and left[0] not in found:
            yield place, ALTERED
            left.pop(0)
        elif number not in left:
            yield place, INSERTED
        elif number != left[0] and left[0] in found[place:]:
            yield place, SWAPPED
            left.remove(number)
        else:
            while left[0] != number:
                yield left.pop(0), DROPPED
            left.pop(0)
    yield from ((number, DROPPED) for number in left)


def altered_events(proof, history):
    """Yield the events, all there and in order, that do not hold together."""
    true, broken = ["", *history.digests.values()], set()
    for number, event in enumerate(proof["events"], start=1):
        if not holds(event) or event["digest"] != true[number]:
            yield number, ALTERED
        elif event["previous_digest"] != true[number - 1]:
            broken.add(number - 1)
    # An event that agrees with neither neighbour is the one; otherwise the next one tells on it.
    yield from ((max(1, number + (number + 1 in broken)), ALTERED) for number in broken)


def altered_entries(proof):
    """Yield the entries, all there and in order, that do not hold together."""
    last = None
    for number, entry in enumerate(proof["entries"], start=1):
        body = entry["body"]
        if not holds(entry) or (body["dossier"], body["sequence"]) != (proof["dossier"], number):
            yield number, ALTERED
        elif last is not None and holds(last):
            step = body["position"] - last["body"]["position"]
            if step < 1:
                yield number - 1, SWAPPED
            if step == 1 and entry["previous_digest"] != last["digest"]:
                yield number - 1, ALTERED
        last = entry


def faults(proof):
    """Yield what does not hold: events, their entries in the journal, the head of the journal."""
    events, entries, head = proof["events"], proof["entries"], proof["head"]
    history = History(proof)
    numbers = history.numbers or range(1, 2)
    of_events = list(damage([history.event(one) for one in events], numbers))
    of_entries = list(damage([history.entry(one) for one in entries], numbers))
    told = [(n, what, "") for n, what in of_events or altered_events(proof, history)]
    for number, what in of_entries or altered_entries(proof):
        alone = what == DROPPED and number == numbers[-1] and number not in history.told
        told.append((number, EITHER, "") if alone else (number, what, " (au journal)"))
    for number, what, where in sorted(told, key=lambda one: one[0]):
        yield f"L’événement n° {number} a été {what}{where}."
    place, digest = max(
        ((one["body"]["position"], one["digest"]) for one in entries), default=(0, "")
    )
    if head["position"] < place or (head["position"] == place and head["digest"] != digest):
        yield f"La tête du journal contredit l’événement n° {len(entries)}."


def known(document):
    """Return the digests that a document tells, by position of the journal."""
    told = {one["body"]["position"]: one["digest"] for one in document.get("entries", [])}
    head = document.get("head", document)
    return {**told, head["position"]: head["digest"]}


def lost(one, two):
    """Yield the events of a dossier that only one of two proofs has, though both were there."""
    if one["dossier"] != two["dossier"]:
        return
    # The first given is the one in doubt, unless its journal is the shorter.
    earlier, later = sorted((two, one), key=lambda proof: proof["head"]["position"])
    had, has = (
        {entry["body"]["position"]: entry["body"]["sequence"] for entry in proof["entries"]}
        for proof in (earlier, later)
    )
    for place in sorted(had.keys() ^ has.keys()):
        if place in had:
            yield f"L’événement n° {had[place]} a été {DROPPED}."
        elif place <= earlier["head"]["position"]:
            yield f"L’événement n° {has[place]} a été {INSERTED}."


def verdict(proof, others):
    """Yield what does not hold in a proof, then beside the other documents."""
    yield from faults(proof)
    for other in others:
        yield from faults(other) if "events" in other else ()
        one, two = known(proof), known(other)
        yield from () if one.keys() & two else ("Ces fichiers n’ont aucune position en commun.",)
        changed = [place for place in sorted(one.keys() & two) if one[place] != two[place]]
        yield from (
            f"Le journal a été réécrit : sa position {place} a changé." for place in changed
        )
        yield from lost(proof, other) if "events" in other else ()


def main(paths):
    """Print one sentence and return the exit status."""
    try:
        proof, *others = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
        found = next(verdict(proof, others), "")
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        found = "Ce fichier n’est pas une preuve."
    print(found or f"La preuve tient, dossier {proof['dossier']}.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
