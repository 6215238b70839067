"""Meat, poultry, fish, seafood, tofu and tempeh."""
import numpy as np

from materials import material
from shapes import Parts, ball, grid_faces, mesh, mix, noise, slab, step, stream, tube
from vegetables import lumps

SLICES = {  # flesh from, to, crust, char, from pink outside to the middle
    'chicken': ('#f1dcb8', '#d6a873', '#9a5518', '#2a140a', None), 'breast': ('#f4e6cc', '#e4c79d', '#c08a43', '#6b3a16', None),
    'beef': ('#9c4f40', '#7a3a2c', '#4d2a19', '#1c100a', '#b4504a'), 'pork': ('#e9cfae', '#d3ab82', '#a8662c', '#5b3016', '#ecc4ac'),
}


def slices(kind, n=6, width=1.8, height=1., thick=.4):
    """Across the grain: flesh with a browned rim."""
    pale, dark, crust, char, heart = SLICES[kind]
    rng = stream('slices ' + kind)
    m = material('slices ' + kind, rough=.36, depth=.22, tint=(1, .5, .3), reach=.18, coat=.25, bump=((3.2, .05, 6), (12, .012, 3)), aux=(.48, .26))
    b, f = ball(6)
    out = []
    for k in range(n):
        s = int(rng.integers(999))
        a = np.arctan2(b[:, 2], b[:, 0])
        across = np.sqrt(b[:, 0] ** 2 + b[:, 2] ** 2)
        flat = np.tanh(4.2 * b[:, 1]) / np.tanh(4.2)
        r = across / np.maximum(np.sqrt(1 - np.clip(b[:, 1], -.999, .999) ** 2), 1e-3) * np.minimum(1, np.sqrt(np.maximum(1 - b[:, 1] ** 2, 0)) * 1.6)
        wave = 1 + .20 * noise(np.stack([np.cos(a), np.sin(a), 0 * a + s], 1) * 1.1, 3, s)
        x = np.cos(a) * r * width * wave
        z = np.sin(a) * r * height * wave * (1 - .12 * np.cos(a))
        y = flat * thick * (1 + .15 * noise(np.stack([x, z], 1) * .8, 2, s))
        edge = step(.78, .94, r)
        q = np.stack([x, y, z], 1)
        inner = mix(pale, dark, .45 + .9 * noise(q * np.array([.9, 1, 3.2]), 4, s))
        if heart:
            inner = mix(inner, heart, step(.75, .2, r + .12 * noise(q, 3, s)) * .75)
        inner = mix(inner, crust, .6 * step(.66, .96, r))
        burnt = np.clip(step(.0, .55, noise(q * 1.3, 4, s + 2)) * .7 + step(.35, .8, np.sin(x * 3.1 + s)) * .6 * (z > -.1), 0, 1)
        outer = mix(mix(crust, '#b06a26', .4 + noise(q * 2, 3, s + 5)), char, burnt * .85)
        c = inner + (outer - inner) * edge[:, None]
        out.append(mesh('slices ' + kind, q + .03 * noise(q * 2.5, 3, s)[:, None], f, m, c, edge))
    return out


def thin_beef(n=7):
    """Shaved, seared and folded."""
    rng = stream('thin beef')
    m = material('thin beef', rough=.32, depth=.15, tint=(1, .4, .3), reach=.12, coat=.3, bump=((4, .05, 6),), vary=(.006, .1, .16))
    out = []
    for k in range(n):
        L, W = rng.uniform(3.0, 4.4), rng.uniform(1.7, 2.6)
        u, w = np.meshgrid(np.linspace(0, 1, 60), np.linspace(-1, 1, 31), indexing='ij')
        q = np.stack([u * L, w * W / 2], -1)
        edge = 1 + .25 * noise(np.stack([u * 4, np.sign(w)], -1), 3, k)
        x = (u - .5) * L * .75 + .3 * np.sin(u * 7 + k)
        y = w * W / 2 * edge * np.sin(np.pi * np.clip(u, .06, .94)) ** .35
        z = .6 * np.abs(noise(q * .55, 3, k)) + .45 * np.sin(u * np.pi * 2 + k) * .7 + .12 * noise(q * 2.2, 3, k)
        c = mix('#5a3220', '#8e5636', .5 + .8 * noise(q * np.array([.8, 2.5]), 4, k))
        c = mix(c, '#21110a', .8 * step(.2, .65, noise(q * 1.1, 4, k + 5) + .5 * (np.abs(w) - .55)))
        c = mix(c, '#c79a72', .5 * step(.45, .7, noise(q * np.array([.5, 3]), 3, k + 8)))
        out.append(mesh('thin beef', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(60, 31), m, c.reshape(-1, 3)))
    return out


def pulled(tones=('#7a4527', '#b0764a'), n=8, length=3.2, r=.2, dark='#3a1c0e', per=7, gloss=.4):
    """Meat that fell apart: bundles of fibres."""
    name = 'pulled' + tones[0]
    rng = stream(name)
    m = material(name, rough=gloss, depth=.15, tint=(1, .45, .3), reach=.12, coat=.2, bump=((6, .03, 4),), vary=(.006, .08, .14))
    out = []
    for k in range(n):
        parts = Parts()
        L = length * rng.uniform(.7, 1.2)
        t = np.linspace(0, 1, 26)
        a = rng.uniform(-.22, .22)
        for j in range(per):
            off = rng.normal(0, r * 1.15, 2)
            path = np.stack([(t - .5) * L * rng.uniform(.75, 1.05), off[0] + a * L * 4 * (t - .5) ** 2 + .12 * noise(np.stack([t * 3, 0 * t + j], 1), 2, k), off[1] * .7 + .1 * noise(np.stack([t * 3, 0 * t + j], 1), 2, k + 9)], 1)
            body = r * rng.uniform(.6, 1.1) * np.minimum(1, np.minimum(t * 6 + .25, (1 - t) * 6 + .25)) * (1 + .2 * noise(np.stack([t * 6, 0 * t + j], 1), 2, k + 3))
            v, f = tube(path, body, 8, .8)
            c = mix(*tones, .5 + .8 * noise(v * np.array([.6, 3, 3]), 3, k + j) + rng.normal(0, .15))
            parts.add(v, f, mix(c, dark, .7 * step(.25, .7, noise(v * .8, 3, k + 17))))
        out.append(parts.mesh(name, m))
    return out


def chunks(name, size, tones, n=5, roast=None, **how):
    """Pieces of meat or poultry, torn rather than cut."""
    return lumps(name, [size * 1.25, size, size * .75], tones, n, **{'rough': .26, 'freq': 1.2, 'angular': .5, 'roast': roast, 'gloss': .38, 'coat': .25, 'bump': ((2.2, .05, 6), (9, .015, 3)), **how})


def cubes(name, size, tones, roast=None, n=5, flat=1., **how):
    """Tofu or paneer: cut straight, browned on its edges."""
    return lumps(name, [size, size * .92, size * .85 * flat], tones, n, **{'rough': .05, 'angular': .82, 'roast': roast, 'gloss': .45, 'coat': .1, 'bump': ((3, .04, 6),), **how})


def mince(tones, n=10, size=.34, gloss=.35):
    from grains import crumbs
    return crumbs(tones, size, n, level=3, angular=.3, rough=.55, gloss=gloss)


def koftas(n=4):
    m = material('kofta', rough=.42, depth=.1, tint=(1, .4, .3), reach=.12, coat=.2, bump=((3, .08, 7), (9, .03, 4)), vary=(.005, .06, .08))
    b, f = ball(5)
    out = []
    for k in range(n):
        v = np.sign(b) * np.abs(b) ** .85 * [3., 1.12, 1.0] * (1 + .09 * noise(b * 2, 4, k))[:, None] + .05 * noise(b * 7, 3, k)[:, None] * b
        c = mix('#5c3420', '#8a5634', .5 + .7 * noise(b * 3, 4, k))
        grill = step(.55, .95, np.sin(v[:, 0] * 3.6 + .6 * v[:, 1])) * step(.1, .6, b[:, 2])
        c = mix(c, '#1d0f09', np.clip(grill * .85 + .6 * step(.25, .7, noise(b * 2, 4, k + 4)), 0, 1))
        out.append(mesh('kofta', v, f, m, mix(c, '#4b6a2a', step(.5, .6, noise(b * 9, 2, k + 8)) * .7)))
    return out


def prawns(n=4, size=1.):
    """Peeled, tail on: a curl of rings, striped orange on white."""
    rng = stream('prawn')
    m = material('prawn', rough=.26, depth=.2, tint=(1, .5, .35), reach=.12, coat=.35, bump=((4, .02, 3),), vary=(.006, .06, .05))
    out = []
    for k in range(n):
        parts = Parts()
        t = np.linspace(0, 1, 90)
        a = -.5 + t * rng.uniform(3.5, 4.1)
        R = size * (1.5 - .22 * t)
        path = np.stack([R * np.cos(a), R * np.sin(a), .12 * np.sin(t * 3)], 1)
        rings = np.abs((t * 7) % 1 - .5) * 2
        body = size * (.66 - .38 * t ** 1.3) * np.minimum(1, (t + .03) * 9) ** .5 * (1 - .13 * step(.7, 1, rings))
        v, f = tube(path, body, 22, .92)
        around = np.linspace(0, 2 * np.pi, 22, endpoint=False)
        tt = np.repeat(t, 22)
        outer = np.tile(-np.cos(around), 90)
        # The back is outside of the curl: bands of orange fade to white towards the belly.
        band = step(.45, .9, np.repeat(rings, 22))
        back = step(-.6, .55, -outer) if np.mean((v - np.repeat(path, 22, 0)).reshape(90, 22, 3)[:, 0, :2] * path[:, :2]) > 0 else step(-.6, .55, outer)
        c = mix('#f2c3a2', '#f8dcc6', .5 + .6 * noise(v * 1.5, 3, k))
        c = mix(c, '#dd5a26', np.clip((.3 + .7 * band) * (.3 + .7 * back), 0, 1))
        c = mix(c, '#d64a20', step(.86, .97, tt) * .8)
        c = mix(c, '#f3cbb0', step(.05, 0, tt))
        parts.add(v, f, c)
        end, ahead = path[-1], path[-1] - path[-4]
        ahead = ahead / np.linalg.norm(ahead)
        side = np.array([-ahead[1], ahead[0], 0])
        for s in (-1, 0, 1):
            u, w = np.meshgrid(np.linspace(0, 1, 16), np.linspace(-1, 1, 9), indexing='ij')
            d = ahead + .5 * s * side
            across = side - .5 * s * ahead
            p = end + (u * 1.15 * size)[..., None] * d + (w * .34 * size * np.sin(np.pi * np.clip(u, .12, .95)) ** .7)[..., None] * across
            p[..., 2] += .12 * u * (1 + abs(s)) + .1 * w ** 2
            parts.add(p, grid_faces(16, 9), mix('#e0481c', '#8d2410', step(.5, 1, u)))
        out.append(parts.mesh('prawn', m))
    return out


def bug_meat(n=4):
    """Moreton Bay bug: tail meat in thick medallions, white, red outside."""
    m = material('bug', rough=.3, depth=.4, tint=(1, .7, .55), reach=.2, coat=.3, bump=((3.5, .03, 5),), vary=(.004, .05, .05))
    b, f = ball(5)
    out = []
    for k in range(n):
        v = np.sign(b) * np.abs(b) ** .8 * [1.75, 1.15, .8] * (1 + .12 * noise(b * 1.2, 4, k))[:, None]
        v[:, 2] += .3 * v[:, 0] ** 2 * .25
        lines = np.abs(np.sin(v[:, 0] * 4 + .5 * noise(b * 2, 2, k)))
        v[:, 2] -= .06 * (1 - lines) ** 4 * (b[:, 2] > 0)
        c = mix('#fbf1e4', '#f0dcc6', .4 + .7 * noise(v * np.array([2.5, .8, 1]), 3, k))
        c = mix(c, '#d9562f', step(.25, .75, b[:, 2] * .55 + .55 * b[:, 1] + .35 * noise(b * 1.6, 4, k + 3)) * .9)
        out.append(mesh('bug', v, f, m, c))
    return out


def fillet(kind='barramundi', n=1):
    """A portion of fish, broad and thick."""
    top, side = {'barramundi': (('#b97a2c', '#d9a552'), ('#f6ecdc', '#dcc6a4')), 'salmon': (('#7a3410', '#a85420'), ('#e2916a', '#efae8a'))}[kind]
    m = material('fillet ' + kind, rough=.36, depth=.3, tint=(1, .6, .4), reach=.22, coat=.3, bump=((3, .04, 6),))
    b, f = ball(6)
    out = []
    for k in range(n):
        x = np.sign(b[:, 0]) * np.abs(b[:, 0]) ** .75
        taper = 1 - .26 * step(-.2, 1, x) - .12 * step(-.4, -1, x)
        y = np.sign(b[:, 1]) * np.abs(b[:, 1]) ** .7 * taper
        z = np.sign(b[:, 2]) * np.abs(b[:, 2]) ** .6
        v = np.stack([x * 4.6, y * 2.5 + .3 * np.sin(x * 2), z * (1.05 - .2 * x) + .12 * x * x], 1)
        up = step(.15, .55, b[:, 2])
        v += (.10 * noise(v * 1.1, 4, 61 + k) * (1 + 1.2 * up))[:, None] * b
        flake = np.abs(np.sin(2.3 * (v[:, 0] - .5 * np.abs(v[:, 1])) + .6 * noise(v * .5, 2, 62 + k)))
        groove = (1 - flake) ** 4
        v[:, 2] -= .14 * groove * up * (kind == 'salmon')
        v[:, 1] -= .06 * np.sign(b[:, 1]) * (1 - up) * groove
        c = mix(*side, groove * .9 + .4 * noise(v * 1.5, 3, 63))
        glazed = mix(*top, .5 + noise(v * 1.5, 4, 64 + k))
        if kind == 'salmon':
            glazed = mix(mix(glazed, '#d06a34', .35 * step(.1, .6, noise(v * .7, 3, 67))), '#f3b893', .85 * groove)
            glazed = mix(glazed, '#2f1408', .7 * step(.3, .7, noise(v * 1.1, 4, 66) + .4 * (np.abs(y) - .6)))
        c = c + (glazed - c) * up[:, None]
        out.append(mesh('fillet ' + kind, v, f, m, c))
    return out


def flakes(name, tones, size=1., n=6, roast=None, roasted=.5):
    """Flaked fish: blades that came apart along the muscle."""
    rng = stream('flakes ' + name)
    m = material('flakes ' + name, rough=.4, depth=.35, tint=(1, .65, .5), reach=.18, coat=.15, bump=((4, .03, 5),), vary=(.005, .06, .06))
    b, f = ball(5)
    out = []
    for k in range(n):
        v = np.sign(b) * np.abs(b) ** .7 * np.array([1.35, 1., .62]) * size * rng.uniform(.8, 1.15, 3)
        v = v * (1 + .2 * noise(b * 1.1, 4, k))[:, None]
        lines = np.abs(np.sin(v[:, 0] / size * 3.2 - .8 * np.abs(v[:, 1]) + .5 * noise(b, 2, k)))
        groove = (1 - lines) ** 3
        v[:, 2] -= .12 * size * groove * (b[:, 2] > -.2)
        c = mix(*tones, .5 + .5 * noise(v * 1.6, 3, k) - .6 * groove)
        if roast:
            c = mix(c, roast, roasted * step(.1, .7, noise(b * 1.6, 4, k + 6) + .3 * b[:, 2]))
        out.append(mesh('flakes ' + name, v, f, m, c))
    return out


def tempeh(n=4):
    """Slabs: soybeans pressed together under a dark glaze."""
    m = material('tempeh', rough=.26, depth=.1, reach=.1, coat=.55, bump=((3, .05, 5),), vary=(.005, .06, .06))
    out = []
    for k in range(n):
        t = np.linspace(-1, 1, 26)
        hx, hy = 2.35, 1.25
        outline = np.concatenate([np.stack([t * hx, 0 * t - hy], 1), np.stack([0 * t[:12] + hx, np.linspace(-hy, hy, 12)], 1),
                                  np.stack([-t * hx, 0 * t + hy], 1), np.stack([0 * t[:12] - hx, np.linspace(hy, -hy, 12)], 1)])
        outline *= 1 + .03 * noise(outline, 2, k)[:, None]
        v, f, u, edge = slab(outline, .95, 40, .1)
        cell = np.sin(v[:, 0] * 6.5 + 2 * noise(v * .8, 2, k)) * np.sin(v[:, 1] * 7.5 + 2 * noise(v * .8, 2, k + 4))
        v[:, 2] += np.sign(v[:, 2]) * .07 * cell * (u < .97)
        c = mix('#6d3410', '#a05c20', .5 + .4 * noise(v * 1.2, 3, k) + .3 * cell)
        c = mix(c, '#3a1a08', .7 * step(.3, .75, noise(v * .8, 4, k + 3) + .5 * u ** 6))
        beans = step(-.1, .4, np.sin(v[:, 0] * 6.5) * np.sin(v[:, 2] * 7))
        out.append(mesh('tempeh', v, f, m, mix(c, mix('#8a5a2c', '#d9b57c', beans), edge)))
    return out
