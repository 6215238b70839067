"""Herbs, salad and cooked leaves."""
import numpy as np

from materials import material
from shapes import Parts, grid_faces, mesh, mix, noise, sheet, step, stream, tube


def sprigs(kind='coriander', size=1., n=6):
    """One leaf of three leaflets on a stalk. Coriander's teeth are round, parsley's pointed and its leaflets apart."""
    rng = stream('sprig ' + kind)
    dark, light, vein = {'coriander': ('#37702a', '#5a9a3c', '#86b060'), 'parsley': ('#2a5c22', '#47833a', '#6d9d52')}[kind]
    m = material('sprig ' + kind, rough=.48, spec=.3, thin=.25, bump=((14, .012, 2),), vary=(.012, .12, .16))
    out = []
    for k in range(n):
        parts = Parts()
        for turn, big in ((0, 1), (1.25, .82), (-1.25, .82)):
            turn = turn + rng.uniform(-.15, .15)
            th = np.linspace(-1, 1, 49)
            teeth = 3 if kind == 'coriander' else 5
            notch = np.abs(np.cos(th * np.pi * teeth / 2)) if kind == 'coriander' else 1 - np.abs((th * teeth / 2 + .5) % 1 - .5) * 2 * .8
            r = size * big * rng.uniform(.9, 1.1) * (.74 + .26 * notch ** .8) * (1 - .3 * np.abs(th) ** 2)
            spread = (.95 if kind == 'coriander' else .72) * th
            u = np.linspace(0, 1, 9)[:, None]
            start = .28 * size
            x = start * .6 + u * r * np.cos(spread)
            y = u ** 1.15 * r * np.sin(spread)
            fold = .25 * np.abs(y)
            z = fold + .22 * size * noise(np.stack([x, y], -1) / size * 1.2, 2, k + int(turn * 9)) * u + rng.uniform(-.1, .25) * x * u
            c, s = np.cos(turn), np.sin(turn)
            line = np.exp(-(np.abs(((th * teeth / 2 + .5) % 1) - .5) * u * 7) ** 2)
            col = mix(mix(dark, light, .5 + .7 * noise(np.stack([x, y], -1) * 1.5, 3, k)), vein, .45 * line)
            parts.add(np.stack([c * x - s * y, s * x + c * y, z], -1), grid_faces(9, 49), col)
        t = np.linspace(0, 1, 10)
        v, f = tube(np.stack([.2 * size - t * 1.6 * size, .2 * np.sin(t * 2.5) * size, -.1 * t * size], 1), .045 * size, 6)
        parts.add(v, f, mix('#6a9a48', '#8ab462', v[:, 0]))
        out.append(parts.mesh('sprig ' + kind, m))
    return out


def chopped(n=12, size=.3, tones=('#2b5f20', '#57923a')):
    """Herbs cut small."""
    rng = stream('chopped' + tones[0])
    m = material('chopped' + tones[0], rough=.5, spec=.3, thin=.2, vary=(.012, .12, .18))
    out = []
    for k in range(n):
        u, w, x, y = sheet(lambda u: size * (.35 + .5 * np.abs(noise(np.stack([u * 3, 0 * u + k], -1), 2, k))), size * rng.uniform(1.2, 2.6), 9, 7)
        z = .35 * size * noise(np.stack([u * 2, w], -1), 2, k + 3) + rng.uniform(-.3, .5) * y * w
        out.append(mesh('chopped', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(9, 7), m, mix(*tones, (.5 + .7 * noise(np.stack([x, y], -1) * 3, 2, k)).ravel())))
    return out


LEAVES = {  # dark, light, veins, length, width, roughness, puffed between the veins
    'mint': ('#2c6a25', '#4f9a3c', '#8fbe6a', 2.7, 1.6, .5, .06), 'basil': ('#2f7024', '#57a038', '#93c065', 2.9, 1.9, .36, .05),
    'thai basil': ('#2b5e26', '#4a8a38', '#7a5a68', 2.8, 1.25, .36, .04), 'spinach': ('#265a1f', '#42802f', '#8fb45e', 3.4, 2.2, .38, .05),
    'lime': ('#1f5a22', '#3b7a34', '#7aa85e', 2.4, 1.3, .25, .02),
}


def leaf(kind, n=6, scale=1.):
    dark, light, pale, length, width, rough, puff = LEAVES[kind]
    rng = stream('leaf ' + kind)
    m = material('leaf ' + kind, rough=rough, spec=.4, thin=.22, bump=((9, .015, 2),), vary=(.01, .1, .15))
    out = []
    for k in range(n):
        L, W = length * scale * rng.uniform(.8, 1.15), width * scale * rng.uniform(.85, 1.1)

        def half(u):
            h = W / 2 * np.sin(np.pi * np.clip(u, .012, .985) ** .8) ** .75
            return h * (1 - .10 * ((u * 11) % 1)) if kind == 'mint' else h
        u, w, x, y = sheet(half, L)
        side = np.abs(np.sin(np.pi * (u * 6.5 - np.abs(w) * 1.2)))
        vein = np.maximum(np.exp(-(y / .05) ** 2), .6 * (1 - side) ** 6)
        z = rng.uniform(.15, .55) * np.abs(y) * 1.1 - rng.uniform(-.3, .45) * L * (u - .35) ** 2 + puff * side * (1 - w ** 2)
        z = z + .16 * noise(np.stack([x, y], -1) * .9, 2, k)
        c = mix(mix(dark, light, .45 + .3 * side + .5 * noise(np.stack([x, y], -1) * .8, 2, k)), pale, .6 * vein)
        out.append(mesh('leaf ' + kind, np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(60, 31), m, c.reshape(-1, 3)))
    return out


def cos(n=5, length=5.2, width=3.4):
    """Torn pieces of cos, crisp and pale at the rib."""
    rng = stream('cos')
    m = material('cos', rough=.34, spec=.42, thin=.28, coat=.12, bump=((3, .05, 3),), vary=(.008, .06, .08))
    out = []
    for k in range(n):
        L, W = length * rng.uniform(.75, 1.15), width * rng.uniform(.8, 1.15)

        def half(u):
            h = W / 2 * (.28 + .72 * step(0, .6, u)) * np.sqrt(np.clip(1 - np.clip((u - .62) / .40, 0, 1) ** 2.2, .02, 1))
            return h * (1 + .12 * noise(np.stack([u * 7, np.sign(u - 2) + 0 * u], -1), 3, k))
        u, w, x, y = sheet(half, L, 80, 51)
        q, e = np.stack([x, y], -1), np.abs(w)
        z = .5 * e ** 2 * np.abs(y) + .7 * e ** 2 * noise(q * np.array([.85, .6]), 3, k + 5) - .22 * L * (u - .25) ** 2 * rng.uniform(-.4, 1)
        z = z + .14 * noise(q * 1.5, 3, k) - .10 * np.exp(-(y / .3) ** 2) * (1 - u)
        side = np.abs(np.sin(np.pi * (u * 6 - e * 1.1)))
        vein = np.clip(np.exp(-(y / (.36 * (1 - .8 * u))) ** 2) + .45 * (1 - side) ** 5, 0, 1)
        c = mix('#b4d472', '#5a9c3c', .2 + .6 * e * step(0, .5, u) + .35 * u + .4 * noise(q * .7, 3, k))
        out.append(mesh('cos', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(80, 51), m, mix(c, '#eaf1cc', vein * (.9 - .5 * u)).reshape(-1, 3)))
    return out


def kale(n=5):
    """Curled to its edge, dark."""
    rng = stream('kale')
    m = material('kale', rough=.5, spec=.3, thin=.15, vary=(.01, .1, .12))
    out = []
    for k in range(n):
        L, W = rng.uniform(3, 4), rng.uniform(2., 2.8)
        u, w, x, y = sheet(lambda u: W / 2 * np.sin(np.pi * np.clip(u, .02, .97)) ** .6, L, 90, 61)
        e = np.abs(w)
        frill = e ** 2 * (.55 * np.sin(u * 42 + 3 * np.sign(w) + 4 * noise(np.stack([u * 4, w], -1), 2, k)) * .55 + .6 * noise(np.stack([u * 9, w * 1.5], -1), 3, k))
        z = frill + .3 * noise(np.stack([x, y], -1) * .5, 2, k + 4) - .5 * (u - .5) ** 2
        c = mix('#1f4a22', '#4b8040', .45 + .8 * noise(np.stack([x, y], -1) * 1.4, 3, k) + .5 * frill)
        c = mix(c, '#a8bf86', np.exp(-(y / .09) ** 2) * .8)
        out.append(mesh('kale', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(90, 61), m, c.reshape(-1, 3)))
    return out


def rocket(n=6):
    rng = stream('rocket')
    m = material('rocket', rough=.42, spec=.35, thin=.25, vary=(.01, .1, .14))
    out = []
    for k in range(n):
        L = rng.uniform(3.6, 5.2)

        def half(u):
            lobes = .55 + .45 * np.abs(np.sin(u * np.pi * 3.4 + .4)) ** .7
            return .95 * np.where(u < .28, .07 + 0 * u, lobes * np.sin(np.pi * np.clip((u - .24) / .76, .01, .985)) ** .5 * (.55 + .6 * u))
        u, w, x, y = sheet(half, L, 90, 21)
        z = .35 * np.abs(y) - rng.uniform(-.1, .35) * L * (u - .4) ** 2 + .22 * noise(np.stack([x, y], -1) * .8, 2, k)
        y = y + rng.uniform(-.4, .4) * (u - .5) ** 2 * 4
        c = mix(mix('#2f6a22', '#5d9c3c', .5 + .7 * noise(np.stack([x, y], -1), 3, k)), '#a3c476', .7 * np.exp(-(w * half(u) / .06) ** 2))
        out.append(mesh('rocket', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(90, 21), m, c.reshape(-1, 3)))
    return out


def wilted(n=6, tones=('#1c4518', '#3a722a')):
    """Cooked spinach or silverbeet: folded, wet leaves in a heap."""
    rng = stream('wilted')
    m = material('wilted' + tones[0], rough=.28, spec=.5, coat=.25, thin=.1, vary=(.012, .1, .16))
    out = []
    for k in range(n):
        L, W = rng.uniform(2.4, 3.6), rng.uniform(1.6, 2.4)
        u, w, x, y = sheet(lambda u: W / 2 * np.sin(np.pi * np.clip(u, .03, .97)) ** .5, L, 50, 41)
        q = np.stack([x, y], -1)
        crease = np.abs(noise(q * .9, 3, k))
        z = .9 * crease + .35 * np.sin(x * 2 + k) * .5 + .25 * noise(q * 1.8, 3, k + 3)
        x, y = x * .8 + .3 * noise(q, 2, k + 8), y * .75 + .3 * noise(q, 2, k + 9)
        out.append(mesh('wilted', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(50, 41), m, mix(*tones, .3 + 1.2 * crease).reshape(-1, 3)))
    return out


def needles(kind='rosemary', n=5):
    """Rosemary or thyme sprigs."""
    rng = stream(kind)
    long, short, gap = {'rosemary': (3.6, .85, .11), 'thyme': (2.8, .3, .22), 'dill': (2.4, .6, .09)}[kind]
    m = material(kind, rough=.5, spec=.25, vary=(.01, .1, .15))
    out = []
    for k in range(n):
        parts = Parts()
        bow = rng.uniform(-.25, .25)
        t = np.linspace(0, 1, 20)
        path = np.stack([(t - .5) * long, bow * 4 * (t - .5) ** 2, .1 * t], 1)
        v, f = tube(path, .06 if kind != 'dill' else .04, 6)
        parts.add(v, f, mix('#6b5a35' if kind != 'dill' else '#5c8a3a', '#7d9350', t.repeat(6)))
        for s in np.arange(0, 1, gap / long * 1.6):
            for side in rng.permutation([-1, 1, 2])[:2 if kind != 'dill' else 3]:
                i = int(s * 19)
                size = short * rng.uniform(.7, 1.1) * (1 - .5 * s)
                a = rng.uniform(.35, .9) * side
                d = np.array([np.cos(a), np.sin(a), rng.uniform(-.1, .5)])
                e = np.linspace(0, 1, 6)
                v, f = tube(path[i] + e[:, None] * d * size, (.075 if kind == 'rosemary' else .1 if kind == 'thyme' else .03) * np.sqrt(np.maximum(np.sin(np.pi * np.clip(e, .05, .96)), .05)), 5, .6)
                parts.add(v, f, mix('#2f4f2a' if kind != 'dill' else '#3c7a2a', '#6f8f5a' if kind != 'dill' else '#6aa348', e.repeat(5) * rng.uniform(.3, 1.2)))
        out.append(parts.mesh(kind, m))
    return out


def spring_onion(n=6):
    """Cut across: thin rings, white to green."""
    rng = stream('spring onion')
    m = material('spring onion', rough=.35, depth=.2, tint=(.7, 1, .5), reach=.08, coat=.15, thin=.1, vary=(.01, .12, .1))
    out = []
    for k in range(n):
        a = np.linspace(0, 2 * np.pi, 30, endpoint=False)
        r = rng.uniform(.2, .34) * (1 + .1 * np.sin(2 * a + k))
        h = rng.uniform(.06, .14)
        rows = [(r, -h), (r * 1.02, 0), (r, h), (r * .68, h), (r * .66, -h), (r, -h)]
        v = np.stack([np.stack([q * np.cos(a), q * np.sin(a), 0 * a + z], 1) for q, z in rows]).reshape(-1, 3)
        light = k % 3 == 0
        edge, inner = (('#cfe0a0', '#f2f6dd') if light else ('#3f8a30', '#9cc76a'))
        c = np.repeat(mix(edge, inner, np.array([0, 0, .3, 1, 1, 0.])), 30, 0)
        out.append(mesh('spring onion', v, grid_faces(6, 30, True), m, c))
    return out


def shreds(tones, n=8, length=3., width=.3, edge=None):
    """Cabbage cut fine: curled strips."""
    rng = stream('shred' + tones[0])
    m = material('shred' + tones[0], rough=.38, spec=.4, depth=.15, tint=(.8, .9, .8), reach=.08, thin=.2, vary=(.01, .1, .12))
    out = []
    for k in range(n):
        L = length * rng.uniform(.6, 1.2)
        u, w, x, y = sheet(lambda u: width / 2 * (1 + .4 * noise(np.stack([u * 4, 0 * u + k], -1), 2, k)), L, 40, 5)
        a = rng.uniform(-.7, .7)
        y = y + a * L * (u - .5) ** 2 * 1.6 + .12 * noise(np.stack([u * 5, 0 * u], -1), 2, k)
        z = rng.uniform(.1, .5) * np.sin(u * np.pi * rng.uniform(1, 2.4)) + .3 * w * width * np.sin(u * 5 + k)
        c = mix(*tones, .5 + .7 * noise(np.stack([u * 3, w * .5], -1), 3, k))
        if edge:
            c = mix(c, edge, step(.55, .9, w))
        out.append(mesh('shred' + tones[0], np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(40, 5), m, c.reshape(-1, 3)))
    return out


def stems(n=4, length=7., leafy=1.):
    """Gai lan or bok choy: a pale to green stalk that ends in soft leaves."""
    rng = stream('stem%s' % leafy)
    m = material('stem', rough=.32, spec=.45, coat=.15, thin=.1, vary=(.01, .08, .12))
    out = []
    for k in range(n):
        parts = Parts()
        t = np.linspace(0, 1, 30)
        bow = rng.uniform(-.5, .5)
        stalk = length * .55
        thick = .34 if leafy > .8 else .34 + .3 * (1 - t)
        v, f = tube(np.stack([(t - .7) * stalk, bow * (t - .5) ** 2, .1 * np.sin(t * 4)], 1), thick, 14, .75)
        pale = ('#7fa552', '#5d8a3c') if leafy > .8 else ('#f0f3df', '#b9d38c')
        parts.add(v, f, mix(*pale, t.repeat(14) + .2 * noise(v * [.5, 2, 2], 2, k)))
        for j in range(2):
            L, W = length * rng.uniform(.5, .65), length * rng.uniform(.26, .34)
            u, w, x, y = sheet(lambda u: W / 2 * np.sin(np.pi * np.clip(u, .03, .97) ** .8) ** .6, L, 60, 41)
            q = np.stack([x, y], -1)
            a = (j - .5) * .7
            x = x + L / 2 + stalk * .18
            z = .5 * np.abs(noise(q * .7, 3, k + j)) + .2 * noise(q * 1.7, 3, k + 5) + .2 * j - .1 * (u - .2) * 3
            c = mix(mix('#1f4d1d', '#417d30', .4 + 1.1 * np.abs(noise(q * .9, 3, k + j))), '#9dc07a', np.exp(-(w * W / 2 / .12) ** 2) * (1 - u) * .9)
            parts.add(np.stack([np.cos(a) * x - np.sin(a) * y, np.sin(a) * x + np.cos(a) * y, z], -1), grid_faces(60, 41), c)
        out.append(parts.mesh('stem', m))
    return out
