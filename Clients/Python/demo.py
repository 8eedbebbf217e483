#!/usr/bin/env python3
"""Two benchmarks for Framegate: `framegate check --worker Clients/Python/demo.py`."""

import framegate


@framegate.benchmark("demo.sum", operations=1_000)
def sum_of_squares():
    return sum(number * number for number in range(1_000))


@framegate.scenario("demo.scroll", milliseconds=500, budgets=["noDroppedFrames@60"])
def scroll():
    rows = [index * 40.0 for index in range(200)]

    def advance(seconds):
        offset = 800.0 * seconds
        return [row - offset for row in rows if 0 <= row - offset < 667]

    return advance


framegate.main()
