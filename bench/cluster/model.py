#!/usr/bin/env python3
"""What more ranks would give, from measured costs: plays through the rules by which cluster_work.c
hands out units (one thread a rank) with many ranks. docs/cluster.md shows the result.

usage: model.py [UNIT-MILLISECONDS UNITS SERIAL-MILLISECONDS]
"""
import heapq
import math
import sys

EXCHANGE = 1.5e-6  # rank 0's time for a report and the grant that answers it (measured: 0.9 + taking)
NETWORK = 3e-6  # more of it when the message comes over a network (assumed)
LATENCY = 5e-6  # one way, over a network (assumed)
HOP = 10e-6  # of a broadcast of a few bytes, and of a generation's weights (measured: 0.6, 12)
STEP = 25e-6  # beginning and ending work: threads (measured)
LONG, GRANT_MAX, SHORT_OF_WORK, ANSWER = 0.020, 64, 0.002, 5e-6  # as in cluster_work.c


def spread(units, cost, ranks):
    """Seconds until all units are done, and the exchanges this took."""
    if ranks == 1:
        return units * cost, 0
    handed, free, exchanges = 0, 0.0, 0  # free: when rank 0 can answer the next one
    want = 1 if cost >= LONG else min(GRANT_MAX, max(1, int(LONG / cost)))
    ahead = 0 if cost >= LONG else SHORT_OF_WORK + cost  # asks so long before it has no more
    # (when it asks, rank, when its work ends); rank 0's own thread asks nobody
    events = [(0.0, rank, 0.0) for rank in range(ranks)]
    heapq.heapify(events)
    last = 0.0
    while handed < units:
        asks, rank, ends = heapq.heappop(events)
        if rank == 0:
            handed += 1
            heapq.heappush(events, (asks + cost, 0, asks + cost))
            last = max(last, asks + cost)
            continue
        exchanges += 1
        free = max(free, asks + LATENCY) + EXCHANGE + NETWORK
        floor = min(int(ranks * ANSWER / cost) + 1, units // ranks + 1)
        fair = max(floor, (units - handed) // (2 * ranks))
        count = min(want, fair, GRANT_MAX, units - handed)
        handed += count
        begin = max(ends, free + LATENCY)
        ends = begin + count * cost
        last = max(last, ends)
        heapq.heappush(events, (max(begin, ends - ahead), rank, ends))
    return last + LATENCY, exchanges


def generation(units, cost, serial, ranks):
    together, exchanges = spread(units, cost, ranks)
    if ranks > 1:  # six broadcasts: weights, work, ending, results, each but one with a call before
        together += STEP + 6 * HOP * math.ceil(math.log2(ranks))
    return together + serial, exchanges


def main():
    given = [float(word) for word in sys.argv[1:4]]
    cases = [("given", int(given[1]), given[0] / 1e3, given[2] / 1e3)] if len(given) == 3 else [
        ("source-nn2-1, a generation", 7500, 0.25e-3, 2e-3),
        ("the same at depth 3", 7500, 10e-3, 2e-3),
        ("match of 10,000 games of 2 s", 10000, 2.0, 0.0),
    ]
    for name, units, cost, serial in cases:
        alone, _ = generation(units, cost, serial, 1)
        print(name)
        for ranks in (1, 2, 4, 10, 100, 1000):
            seconds, exchanges = generation(units, cost, serial, ranks)
            print(f"  {ranks:5} ranks {seconds:12.4f} s {alone / seconds:8.1f} times "
                  f"{100 * alone / seconds / ranks:5.0f} % {exchanges:7} exchanges")


main()
