"""Eggs, cheese, yoghurt and cream."""
import numpy as np

from materials import material
from proteins import lumps
from shapes import ball, blur, curve, grid_faces, mesh, mix, noise, sheet, step, stream


def egg_halves(n=2, R=1.75, stained=None):
    """Hard-boiled, cut lengthwise, the flat side up. stained: the colour a braise left outside."""
    m = material('egg', rough=.28, depth=.35, tint=(1, .85, .65), reach=.2, coat=.25, aux=(.28, .75))
    b, f = ball(6)
    out = []
    for k in range(n):
        x = b[:, 0] * (1.3 - .0 * b[:, 0])
        narrow = 1 - .16 * b[:, 0]
        top = b[:, 2] > -.02
        u = np.hypot(b[:, 0], b[:, 1])
        v = np.stack([x, b[:, 1] * narrow, np.where(top, .02 * noise(b * 2, 2, k), b[:, 2] * narrow)], 1) * R
        yolk_at = np.hypot((v[:, 0] + .12) / 1.05, v[:, 1]) / R
        r = .60 + .015 * noise(b * 3, 2, k)
        yolk = step(r, r - .03, yolk_at) * top
        v[:, 2] += yolk * (.05 + .035 * noise(v * 3, 4, k)) - .05 * step(.03, .0, np.abs(yolk_at - r)) * top
        white = mix('#f7f1e6', '#fffcf6', .5 + .5 * noise(b, 2, k))
        if stained:
            white = mix(white, stained, step(.5, .0, top.astype(float)) * .9 + step(.93, 1., u) * .5 * top)
        c = white + (mix('#e9a02a', '#f7c455', .45 + .6 * noise(v * 2.2, 4, k)) - white) * yolk[:, None]
        out.append(mesh('egg', v, f, m, c, yolk))
    return out


def egg_ribbons(n=7):
    """An omelette cut to strips."""
    rng = stream('egg ribbon')
    m = material('egg ribbon', rough=.45, depth=.3, tint=(1, .8, .3), reach=.12, thin=.12, bump=((5, .03, 4),), vary=(.006, .06, .08))
    out = []
    for k in range(n):
        u, w, x, y = sheet(lambda u: .33 + 0 * u, rng.uniform(3, 4.6), 60, 9)
        z = .35 * np.sin(u * np.pi * rng.uniform(1.5, 3) + k) + .2 * w * np.sin(u * 6 + k)
        y = y + rng.uniform(-.9, .9) * (u - .5) ** 2 * 3 + .25 * np.sin(u * 6 + k)
        c = mix('#efbf3a', '#fbe08a', .5 + .7 * noise(np.stack([u * 6, w], -1), 3, k))
        out.append(mesh('egg ribbon', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(60, 9), m, mix(c, '#b9772a', .5 * step(.35, .7, noise(np.stack([u * 5, w], -1), 3, k + 5))).reshape(-1, 3)))
    return out


def shavings(n=6, size=1.6):
    """Parmesan, peeled thin."""
    rng = stream('parmesan')
    m = material('parmesan', rough=.5, depth=.3, tint=(1, .85, .5), reach=.12, thin=.2, vary=(.004, .06, .05))
    out = []
    for k in range(n):
        L = size * rng.uniform(.8, 1.6)
        u, w, x, y = sheet(lambda u: size * .42 * (1 + .35 * noise(np.stack([u * 5, 0 * u + k], -1), 3, k)), L, 40, 15)
        z = rng.uniform(-.25, .5) * (x ** 2) * .5 + rng.uniform(-.1, .3) * y ** 2 + .08 * noise(np.stack([x, y], -1) * 2, 3, k)
        out.append(mesh('parmesan', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(40, 15), m, mix('#f0dfae', '#fbf2d2', (.5 + noise(np.stack([x, y], -1), 3, k)).ravel())))
    return out


def grated(tones=('#f0b54a', '#f9d480'), n=8):
    from vegetables import sticks
    return sticks('grated' + tones[0], tones, 1.5, .13, n, bend=.3, gloss=.5)


def feta(n=6, size=.55, tones=('#f4efe0', '#fffdf5')):
    return lumps('feta', [size * 1.2, size, size * .8], tones, n, rough=.35, angular=.5, gloss=.6, coat=0, tint=(1, .95, .85), bump=((5, .05, 5),))


def dollop(dish, x0, y0, r=2., height=1.1, tones=('#efe9da', '#fdfaf2'), flecks=None, name='yoghurt', turn=0.):
    """Yoghurt, tzatziki or cream off a spoon: a swirl that ends in a peak."""
    x, y = dish.X - x0, dish.Y - y0
    q = np.stack([x, y], -1)
    out = np.hypot(x, y) * (1 + .08 * noise(q * .6, 2, 5))
    a = np.arctan2(y, x) + turn
    phase = (out / r * 2.2 - a / (2 * np.pi)) * 2 * np.pi
    around = blur_at(dish, x0, y0)
    h = height * np.clip(1 - (out / r) ** 2.4, 0, 1) ** .7 + .13 * r * .5 * np.cos(phase) * step(r, r * .55, out) * step(.05 * r, .4 * r, out)
    h = h + .35 * height * np.exp(-(np.hypot(x - .1 * r, y) / (.17 * r)) ** 2)
    z = around + h - .12
    c = mix(*tones, .6 + .4 * noise(q * .8, 3, 8))
    if flecks:
        c = mix(c, flecks, step(.5, .62, noise(q * 3.2, 2, 12)) * .8)
    on = (out < r) & (z > dish.H - .9)
    dish.surface(name, z, on, material(name, rough=.42, depth=.1, tint=(1, .92, .8), reach=.1, coat=.1, bump=((4, .02, 3),)), c)
    dish.H = np.where(on, np.maximum(dish.H, z), dish.H)


def blur_at(dish, x, y):
    return float(np.median(dish.z(x + np.linspace(-.8, .8, 5), y + np.linspace(-.8, .8, 5))))


def drizzle(dish, points, width=.28, tones=('#f3ead2', '#fdf7e6'), name='drizzle', rise=.12, flecks=None):
    """A line poured from a spoon over what lies there, thick where it turned."""
    p = curve(points, 160)
    rng = stream(dish.slug + name)
    d = np.full(dish.X.shape, 9.)
    for i, (px, py) in enumerate(p):
        w = width * (1 + .45 * noise(np.array([[i * .06, 1.3]]), 2, 3)[0])
        d = np.minimum(d, np.hypot(dish.X - px, dish.Y - py) / w)
    for _ in range(4):
        px, py = p[rng.integers(len(p))] + rng.normal(0, 1.1, 2)
        d = np.minimum(d, np.hypot(dish.X - px, dish.Y - py) / (width * rng.uniform(.5, .9)))
    z = blur(dish.H, 3) + .05 + rise * np.sqrt(np.clip(1 - d ** 2, 0, 1))
    c = mix(*tones, .5 + noise(dish.Q, 2, 4))
    if flecks:
        c = mix(c, flecks, step(.5, .62, noise(dish.Q * 4, 2, 12)) * .7)
    on = (d < 1.0) & (dish.rad < dish.R - .5)
    dish.surface(name, z, on, material(name + tones[0], rough=.25, depth=.3, tint=(1, .9, .7), reach=.12, coat=.3), c)
    dish.H = np.where(on, np.maximum(dish.H, z), dish.H)


def melted(dish, region, tones=('#f3dfa8', '#fbf0cf'), thick=.35, brown='#b5651d', browned=.7, name='melted cheese', holes=.25, soft=.5):
    """Cheese that ran over what lies there and blistered; holes: how much shows through."""
    inside = region(dish.X, dish.Y)
    q = dish.Q
    inside = inside - 2.4 * holes * step(.15, .5, noise(q * .55, 3, 31))
    h = blur(dish.H, 5)
    z = h + thick * step(-.1, soft, inside) * (1 + .3 * noise(q * .8, 3, 33)) + .05 * noise(q * 2, 3, 34) - 1.2 * step(.15, -.25, inside)
    blister = step(.12, .5, noise(q * .95, 4, 35))
    z = z + .10 * blister
    c = mix(*tones, .5 + .5 * noise(q * .7, 3, 36))
    c = mix(c, '#e3a84e', .6 * step(-.2, .5, noise(q * .6, 4, 37)))
    c = mix(c, brown, browned * blister)
    on = (inside > -.25) & (z > dish.H - .7) & (dish.rad < dish.R - .2)
    dish.surface(name, z, on, material(name, rough=.3, depth=.3, tint=(1, .75, .35), reach=.25, coat=.35, bump=((3, .03, 4),)), c)
    dish.H = np.where(on, np.maximum(dish.H, z), dish.H)
