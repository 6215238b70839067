"""Noodles and pasta."""
import math

import numpy as np

from materials import material
from shapes import Parts, grid_faces, mesh, mix, noise, put, step, stream, tube

KINDS = {  # radius, flatness, from, to, strands of a bundle, how far light goes in
    'vermicelli': (.075, 1., '#f3e6ca', '#fff8ea', 13, .1),
    'glass': (.085, 1., '#c9c0a2', '#ebe5d2', 10, .5),
    'soba': (.105, .8, '#7d6149', '#a5876a', 9, .1),
    'linguine': (.15, .42, '#e6bd6a', '#f4d894', 7, .25),
}


def nest(dish, kind, region_radius=None, height=2.4, dome=1., guides=40, at=(0, 0), reach=.42):
    """Swirled strands on a mound; the field knows them afterwards."""
    r, flat, dark, light, per, depth = KINDS[kind]
    rng = stream(dish.slug + kind)
    R = region_radius or dish.wall_at(dish.base + height) * .93
    m = material(kind, rough=.32, glow=.02, depth=depth, tint=(1, .85, .6), reach=.12, coat=.15)

    def mound(x, y):
        z = dish.base + height + dome * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (R * .75) ** 2)
        return np.maximum(z - height * .75 * step(R * .8, R * 1.02, np.hypot(x - at[0], y - at[1])) * (R < dish.R * .8), dish.floor(x, y) + .12)
    parts = Parts()
    steps, pace = 110, .2
    for g in range(guides):
        a, q = rng.uniform(0, 6.28), R * .88 * math.sqrt(rng.uniform())
        x, y = q * math.cos(a), q * math.sin(a)
        sign = 1 if rng.uniform() < .7 else -1
        t = np.arange(steps) * .035
        drift = np.stack([noise(np.stack([t, 0 * t + g * 7.7], 1), 2, s) for s in (1, 2)], 1) * 1.9
        heading, path = None, []
        for s in range(steps):
            q = math.hypot(x, y) + 1e-6
            w = .55 + 1.1 * (q / R) ** 3
            push = max(0, q / R - .8) * 3
            vx, vy = -y / q * w * sign + drift[s, 0] - x / q * push, x / q * w * sign + drift[s, 1] - y / q * push
            want = math.atan2(vy, vx)
            heading = want if heading is None else heading + np.clip((want - heading + math.pi) % (2 * math.pi) - math.pi, -.09, .09)
            x, y = x + pace * math.cos(heading), y + pace * math.sin(heading)
            if math.hypot(x, y) > R * .97:
                c = R * .97 / math.hypot(x, y)
                x, y = x * c, y * c
            path.append((x, y))
        path = np.array(path)
        layer = rng.uniform(-.5, .32)
        along = np.gradient(path, axis=0)
        along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
        across = np.stack([-along[:, 1], along[:, 0]], 1)
        s = np.linspace(0, steps * pace, steps)
        for b in range(per):
            off = rng.normal(0, reach) + .44 * noise(np.stack([s * .16, 0 * s + b * 3.1 + g * 11], 1), 2, 3)
            first, last = rng.uniform(0, .25), rng.uniform(.75, 1)
            cut = slice(int(first * steps), int(last * steps))
            q = path + across * off[:, None]
            q = q * np.minimum(1, R * .99 / np.maximum(np.hypot(q[:, 0], q[:, 1]), .1))[:, None]
            q = q + np.array(at)
            z = mound(q[:, 0], q[:, 1]) + layer + rng.normal(0, .13) + .18 * noise(np.stack([s * .22, 0 * s + b * 1.7 + g * 5], 1), 3, 5)
            # Strands turn about their length, the flat ones too.
            v, f = tube(np.concatenate([q, z[:, None]], 1)[cut], r * rng.uniform(.88, 1.12), 7, flat)
            parts.add(v, f, mix(dark, light, np.full(len(v), rng.uniform())))
    put(parts.mesh(kind, m))
    near = np.hypot(dish.X - at[0], dish.Y - at[1]) < R * 1.0
    top = mound(dish.X, dish.Y)
    dish.surface('under ' + kind, top - .7, near & (top - .7 > dish.bare - .1), material('under ' + kind, rough=.6),
                 np.broadcast_to(mix(dark, '#6b4f2c', np.array(.35)), dish.X.shape + (3,)))
    dish.H = np.where(near, np.maximum(dish.H, top + .15), dish.H)


def pappardelle(n=10):
    """Wide ribbons of egg pasta, folded."""
    rng = stream('pappardelle')
    m = material('pappardelle', rough=.36, depth=.3, tint=(1, .75, .35), reach=.15, coat=.2, thin=.1, bump=((3, .02, 4),), vary=(.005, .06, .08))
    out = []
    for k in range(n):
        nu, nv = 120, 17
        u, w = np.linspace(0, 1, nu), np.linspace(-1, 1, nv)
        turns = rng.uniform(.9, 1.7)
        a = u * turns * 2 * np.pi
        r = rng.uniform(1.7, 2.6)
        path = np.stack([r * np.sin(a) * (1 - .25 * u) + rng.uniform(-1, 1) * u * 2, .9 * r * np.cos(a * .9 + k), .38 * np.sin(a * 1.3 + k) + .45 * u], 1)
        lean = rng.uniform(-.5, .5) + .5 * np.sin(u * 5 + k)
        along = np.gradient(path, axis=0)
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        across = np.cross(along, [0, 0, 1.])
        across /= np.linalg.norm(across, axis=1, keepdims=True) + 1e-6
        side = across * np.cos(lean)[:, None] + np.array([0, 0, 1.]) * np.sin(lean)[:, None]
        v = path[:, None] + w[None, :, None] * .85 * side[:, None]
        v[..., 2] += .06 * noise(np.stack(np.meshgrid(u * 9, w, indexing='ij'), -1), 2, k)
        v = v.reshape(-1, 3)
        edge = np.tile(np.abs(w), nu)
        out.append(mesh('pappardelle', v, grid_faces(nu, nv), m, mix(mix('#dfae55', '#efcd84', .5 + .6 * noise(v * .8, 3, k)), '#f3dca4', step(.9, 1, edge) * .5)))
    return out


def penne(n=6, tones=('#b5522a', '#d27a44')):
    """Ridged tubes, cut at a slant."""
    m = material('penne', rough=.4, depth=.25, tint=(1, .5, .25), reach=.12, coat=.15, vary=(.006, .08, .1))
    rng = stream('penne')
    out = []
    for k in range(n):
        t = np.linspace(-1, 1, 14)[:, None]
        a = np.linspace(0, 2 * np.pi, 48, endpoint=False)[None]
        outer = .5 * (1 + .035 * np.cos(a * 12))
        half = 1.75 * rng.uniform(.9, 1.08)
        bow = rng.uniform(-.12, .12)
        rings = []
        for r in (outer, outer * 0 + .37):
            x = t * half + .42 * np.cos(a) * 1.0
            rings.append(np.stack([x, r * np.cos(a) + 0 * t + bow * (1 - t * t), r * np.sin(a) + 0 * t], -1))
        v = np.concatenate([rings[0], rings[1][::-1], rings[0][:1]]).reshape(-1, 3)
        rows = 29
        c = mix(*tones, .5 + .5 * noise(v * 1.3, 3, k))
        c[14 * 48:28 * 48] *= .62
        out.append(mesh('penne', v, grid_faces(rows, 48, True), m, c))
    return out


def cannelloni(n=3, length=8.4, r=1.25):
    """Rolled sheets, green and white at the ends."""
    m = material('cannelloni', rough=.42, depth=.3, tint=(1, .75, .4), reach=.2, coat=.15, bump=((2.5, .04, 4),))
    out = []
    for k in range(n):
        t = np.linspace(-1, 1, 40)[:, None]
        a = np.linspace(0, 2 * np.pi, 64, endpoint=False)[None]
        q = np.stack([t * 3 + 0 * a, np.cos(a) + 0 * t, np.sin(a) + 0 * t], -1)
        rad = r * (1 + .06 * noise(q * .8, 3, k)) * (1 - .10 * np.abs(t) ** 8)
        shell = np.stack([t * length / 2 + .05 * np.cos(a), rad * np.cos(a), rad * np.sin(a) * .86], -1)
        parts = Parts()
        c = mix('#e9c98a', '#f6e3b4', .5 + .6 * noise(q * 1.2, 4, k))
        parts.add(shell, grid_faces(40, 64, True), c)
        for end in (-1, 1):
            u = np.linspace(.01, 1, 16)[:, None]
            out_ = shell[0 if end < 0 else -1][None]
            face = u[..., None] * (out_ - [[[end * length / 2, 0, 0]]]) + [[[end * length / 2, 0, 0]]]
            bump = noise(face * 1.7, 4, k + 7)
            face[..., 0] += end * (.28 * (1 - u ** 4) + .16 * bump * (1 - u ** 6))
            spin = mix('#f3efe0', '#2f5a22', step(-.1, .25, noise(face * 1.5, 4, k + 13)))
            spin = mix(spin, '#ecd096', step(.86, .93, u + 0 * a))
            f = grid_faces(16, 64, True)
            parts.add(face, f if end > 0 else f[:, ::-1], spin)
        out.append(parts.mesh('cannelloni', m))
    return out
