"""The benchmark of the calculation measures what it says; its seconds are those of the machine."""

from tests.benchmarks.score_speed import (
    WEB,
    Figure,
    Run,
    explained,
    goals,
    measure,
    run,
    told,
    write,
)

MEGABYTES_OF_A_TEST = 100


def test_the_benchmark_runs_on_a_few_declarations():
    medians, packages = measure(sizes=(2, 4, 8), runs=1)
    assert list(medians) == [0, 2, 4, 8]
    assert all(min(one) > 0 for one in medians.values())
    assert "scoring" in packages
    assert not packages & WEB
    figures = goals(medians, packages, explained(runs=1))
    assert [one.most for one in figures] == [45, 11, 1.1, 0.5, 0, 1]
    assert len(list(told(medians, figures))) == 1 + len(medians) + 1 + len(figures)


def test_the_memory_is_that_of_the_command_and_not_of_who_measures(tmp_path):
    path = tmp_path / "few.jsonl"
    write(path, 2)
    held = b" " * (MEGABYTES_OF_A_TEST * 2**20)
    assert run(path).megabytes < MEGABYTES_OF_A_TEST < len(held)


def test_a_figure_over_its_goal_is_missed():
    medians = {0: Run(0.6, 0.1, 20), 10: Run(1, 1, 20), 20: Run(2, 2, 20), 30: Run(23, 3, 23)}
    figures = goals(medians, {"scoring", "flask"}, 1.5)
    assert [one.met for one in figures] == [True, False, False, False, False, False]
    lines = list(told(medians, figures))
    assert [line.split()[-1] for line in lines[-6:]] == ["met", *["MISSED"] * 5]
    assert Figure("any", 45, 45).met
