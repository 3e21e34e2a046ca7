"""Verify a proof, alone or beside another one or a head: verify_proof.py proof.json [other]."""
# ruff: noqa: ANN001, ANN201, INP001, T201 - a script that stands alone and prints one sentence

import hashlib
import json
import sys
from pathlib import Path


def canonical(value):
    """Return JSON in the form of RFC 8785; a proof holds no number but integers."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-16-be"))
        return f"{{{','.join(f'{canonical(key)}:{canonical(one)}' for key, one in pairs)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    return json.dumps(value, ensure_ascii=False)


def holds(one):
    """Whether a digest is that of the digest before and of what it covers."""
    text = one["previous_digest"] + canonical(one["body"])
    return one["digest"] == hashlib.sha256(text.encode()).hexdigest()


def faults(proof):
    """Yield what does not hold: events, their entries in the journal, the head of the journal."""
    events, entries, head = proof["events"], proof["entries"], proof["head"]
    digest, place, before = "", 0, ""
    for number, (event, entry) in enumerate(zip(events, entries, strict=False), start=1):
        told, body = (proof["dossier"], number, event["digest"]), entry["body"]
        step = body["position"] - place
        if not holds(event) or event["previous_digest"] != digest:
            yield f"L’événement n° {number} a été modifié."
        named = (event["body"]["dossier"], event["body"]["sequence"])
        if named != told[:2] or (body["dossier"], body["sequence"], body["event"]) != told:
            yield f"L’événement n° {number} n’est pas celui que dit le journal."
        if not holds(entry) or step < 1 or (step == 1 and entry["previous_digest"] != before):
            yield f"L’événement n° {number} a une entrée au journal modifiée."
        digest, place, before = event["digest"], body["position"], entry["digest"]
    if len(events) != len(entries) or not events:
        yield f"L’événement n° {min(len(events), len(entries)) + 1} manque ou est de trop."
    if head["position"] < place or (head["position"] == place and head["digest"] != before):
        yield f"La tête du journal contredit l’événement n° {len(entries)}."


def known(document):
    """Return the digests that a document tells, by position of the journal."""
    told = {one["body"]["position"]: one["digest"] for one in document.get("entries", [])}
    head = document.get("head", document)
    return {**told, head["position"]: head["digest"]}


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
