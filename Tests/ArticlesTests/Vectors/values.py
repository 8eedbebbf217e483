#!/usr/bin/env python3
"""Computes values.json: what the articles' transitions show at 24 instants each.

Written from the articles and public formulas alone, with nothing of the engine: curves and springs by
bisection, transforms by their parts. Run it without arguments in this folder to write the file again.
"""

import json
import math

W, H = 375.0, 667.0


def bisect(f, low, high):
    """The argument at which an increasing function is 0."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def bezier(x1, x2, y1=0.0, y2=1.0):
    def at(x):
        if x <= 0 or x >= 1:
            return min(max(x, 0.0), 1.0)
        def point(a, b, s):
            return 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3
        return point(y1, y2, bisect(lambda s: point(x1, x2, s) - x, 0, 1))
    return at


ease_in_out, ease_in, ease_out = bezier(0.42, 0.58), bezier(0.42, 1.0), bezier(0.0, 0.58)


def spring(duration):
    """Critically damped, within 0.1 % at the end."""
    s = bisect(lambda s: 0.001 - (1 + s) * math.exp(-s), 1, 50)
    omega = s / duration
    return lambda t: 1 - (1 + omega * t) * math.exp(-omega * t)


def lerp(a, b, e):
    return a + (b - a) * e


class Pose:
    """A transform without rotation and skew: scale, perspective along y, and translation along y."""

    def __init__(self, m11=1.0, m22=1.0, m24=0.0, m42=0.0):
        self.scale = (m11, m22)
        self.perspective = m24 / m22
        self.move = m42
        self.w = 1 - m42 * self.perspective

    def to(self, other, e):
        pose = Pose()
        pose.scale = tuple(lerp(a, b, e) for a, b in zip(self.scale, other.scale))
        pose.perspective = lerp(self.perspective, other.perspective, e)
        pose.move = lerp(self.move, other.move, e)
        pose.w = lerp(self.w, other.w, e)
        return pose

    def entries(self):
        return {
            "page.m11": self.scale[0], "page.m22": self.scale[1],
            "page.m24": self.scale[1] * self.perspective, "page.m42": self.move,
            "page.m44": self.w + self.move * self.perspective,
        }


legs = {}


def leg(name, duration, values, finger=None):
    """Adds a leg that time drives: 24 instants inside of its duration, in seconds."""
    times = [round(duration * 1e9 * (k + 0.5) / 24) for k in range(24)]
    rows = [values(t / 1e9) for t in times]
    legs[name] = table(times, rows)


def table(times, rows):
    return {"nanoseconds": times, "values": {key: [row[key] for row in rows] for key in rows[0]}}


def drag(name, way, end, dragged, length, released, pause=0):
    """Adds a drag to a fraction of its way: twelve moves, a release, and twelve instants after it.

    After a pause, which is how long a tick after the release waits.
    """
    down, begin = 4_000_000, 12_000_000
    moves = [(begin + 16_000_000 * j, end * j / 12) for j in range(1, 13)]
    release = moves[-1][0] + 1_000_000
    start = release + pause
    after = [start + round(length * 1e9 * (k + 0.5) / 12) for k in range(12)]
    rows = [dragged(f) for _, f in moves]
    rows += [released((t - start) / 1e9) for t in after]
    legs[name] = table([t for t, _ in moves] + after, rows)
    legs[name]["finger"] = [[down, -11.0], [begin, 0.0]] + [[t, f * way] for t, f in moves]
    legs[name]["release"] = release
    if pause:
        legs[name]["tick"] = start


# 000, the cart-fold.
home, fold = Pose(), Pose(m24=-1 / 2000)
rest, unfold = Pose(0.8, 0.9, 0, -15), Pose(0.95, 0.95, -0.95 / 5000)


def folded(f):
    return Pose(0.85 + 0.15 * f, 0.9 + 0.1 * f, (0.9 + 0.1 * f) * (f - 1) / 3500)


def page(pose, alpha, y):
    return {"sheet.y": y, "page.alpha": alpha, **pose.entries()}


def cart_present(t):
    if t < 0.25:
        e = ease_out(t / 0.25)
        return page(home.to(fold, e), lerp(1, 0.5, e), lerp(H, 0, e))
    return page(fold.to(rest, ease_out((t - 0.25) / 0.25)), 0.5, 0)


def cart_dismiss(t):
    if t < 0.25:
        e = ease_in(t / 0.25)
        return page(rest.to(unfold, e), lerp(0.5, 1, e), lerp(0, H, e))
    return page(unfold.to(home, ease_in((t - 0.25) / 0.25)), 1, H)


leg("000.present", 0.5, cart_present)
leg("000.dismiss", 0.5, cart_dismiss)
drag(
    "000.finish", 200, 0.6, lambda f: page(folded(f), 0.5 + 0.5 * f, 0), 0.5,
    lambda t: page(
        folded(0.6).to(home, ease_in_out(t / 0.5)), lerp(0.8, 1, ease_in_out(t / 0.5)),
        lerp(0, H, ease_in_out(t / 0.5))))
# The sheet has not moved, so the first stage has nothing to do, and ends at the next tick.
drag(
    "000.cancel", 200, 0.3, lambda f: page(folded(f), 0.5 + 0.5 * f, 0), 0.25,
    lambda t: page(
        folded(0.3).to(rest, ease_out(t / 0.25)), lerp(0.65, 0.5, ease_out(t / 0.25)), 0),
    pause=10_000_000)

# 001, the survey.
leg("001.drop.present", 0.5, lambda t: {"sheet.y": lerp(-H, 0, ease_in_out(t / 0.5))})
leg("001.drop.dismiss", 0.5, lambda t: {"sheet.y": lerp(0, -H, ease_in_out(t / 0.5))})
leg(
    "001.inset.present", 0.5,
    lambda t: {
        "sheet.x": 50, "sheet.y": 100 - H * (1 - ease_in_out(t / 0.5)), "sheet.width": W - 100,
        "sheet.height": H - 200,
    })
leg(
    "001.inset.dismiss", 0.5,
    lambda t: {
        "sheet.y": lerp(100, -(H - 200), ease_in_out(t / 0.5)),
        "sheet.alpha": 1 - ease_in_out(t / 0.5),
    })
leg("001.slide.present", 0.5, lambda t: {"sheet.x": lerp(W, 0, ease_in_out(t / 0.5))})
leg("001.slide.dismiss", 0.5, lambda t: {"sheet.x": lerp(0, W, ease_in_out(t / 0.5))})
drag(
    "001.slide.finish", W, 0.6, lambda f: {"sheet.x": W * f}, 0.2,
    lambda t: {"sheet.x": lerp(0.6 * W, W, ease_in_out(t / 0.2))})
drag(
    "001.slide.cancel", W, 0.3, lambda f: {"sheet.x": W * f}, 0.2,
    lambda t: {"sheet.x": lerp(0.3 * W, 0, ease_in_out(t / 0.2))})
leg(
    "001.push", 0.5,
    lambda t: {
        "sheet.x": lerp(W, 0, ease_in_out(t / 0.5)), "sheet.y": lerp(-H, 0, ease_in_out(t / 0.5)),
    })
leg(
    "001.pop", 0.5,
    lambda t: {
        "sheet.x": lerp(0, W, ease_in_out(t / 0.5)), "sheet.y": lerp(0, -H, ease_in_out(t / 0.5)),
    })
leg(
    "001.tab", 0.5,
    lambda t: {
        "page.x": lerp(0, W / 2, ease_in_out(t / 0.5)),
        "page.y": lerp(0, H / 2, ease_in_out(t / 0.5)),
        "page.width": lerp(W, 0, ease_in_out(t / 0.5)),
        "page.height": lerp(H, 0, ease_in_out(t / 0.5)),
    })


# 002, the photo browser: 800 × 600 in a cell of 112 points.
def photo(start, end):
    def values(t):
        e = ease_in_out(t / 0.6)
        x, y, width, height = (lerp(a, b, e) for a, b in zip(start, end))
        scale = max(width / 800, height / 600)
        return {
            "photo.x": x, "photo.y": y, "photo.width": width, "photo.height": height,
            "photo.visibleWidth": width / (800 * scale),
            "photo.visibleHeight": height / (600 * scale),
        }
    return values


full = (0, (H - W * 0.75) / 2, W, W * 0.75)
leg("002.present", 0.6, photo((131.5, 224, 112, 112), full))
leg("002.dismiss", 0.6, photo(full, (W / 2, H + 50, 0, 0)))
leg("002.turn", 1.0, lambda t: {"old.x": -W * t, "new.x": W * (1 - t)})

# 003, the edge-swipe card.
grown = spring(0.7)


def card(e):
    return {
        "sheet.x": lerp(0, W, e), "page.alpha": lerp(0.5, 1, e), "page.m11": lerp(0.96, 1, e),
        "page.m22": lerp(0.96, 1, e),
    }


leg("003.present", 0.7, lambda t: card(1 - grown(t)))
leg("003.dismiss", 0.7, lambda t: card(grown(t)))
drag("003.finish", W, 0.4, card, 0.42, lambda t: card(lerp(0.4, 1, ease_in_out(t / 0.42))))
drag("003.cancel", W, 0.2, card, 0.14, lambda t: card(lerp(0.2, 0, ease_in_out(t / 0.14))))


# 004, the music card.
def music(y, e):
    """The card's y, and the parent at a fraction of the way home."""
    return {
        "sheet.y": y, "page.m11": lerp(1 - 40 / H, 1, e), "page.m22": lerp(1 - 40 / H, 1, e),
        "page.alpha": lerp(0.8, 1, e), "page.cornerRadius": lerp(8, 0, e),
    }


leg(
    "004.present", 0.48,
    lambda t: music(lerp(H, 28, ease_in_out(t / 0.48)), 1 - ease_in_out(t / 0.48)))
leg(
    "004.dismiss", 0.48,
    lambda t: music(lerp(28, H, ease_out(t / 0.48)), ease_out(t / 0.48)))
drag(
    "004.finish", H - 28, 0.4, lambda f: music(28 + (H - 28) * f, 0), 0.288,
    lambda t: music(
        28 + (H - 28) * lerp(0.4, 1, ease_in_out(t / 0.288)), ease_in_out(t / 0.288)))
drag(
    "004.cancel", H - 28, 0.2, lambda f: music(28 + (H - 28) * f, 0), 0.096,
    lambda t: music(28 + (H - 28) * lerp(0.2, 0, ease_in_out(t / 0.096)), 0))

with open("values.json", "w") as file:
    file.write(json.dumps(legs, indent=0).replace("\n", " ").replace("], \"", "],\n\"") + "\n")
