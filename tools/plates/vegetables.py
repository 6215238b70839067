"""Cut vegetables and fruit, raw, blanched and roasted."""
import numpy as np

from materials import material
from shapes import Parts, ball, colour, grid_faces, mesh, mix, noise, round_outline, sheet, slab, step, stream, tube


def lumps(name, radii, tones, n=5, rough=.2, level=4, freq=1., angular=.4, roast=None, roasted=.6, gloss=.4, depth=.25, coat=.15,
          tint=(1, .55, .3), bump=((2.5, .04, 5),)):
    """Irregular pieces: roast vegetables, tofu, fruit, meat. roast: the colour of what the oven browned."""
    rng = stream(name)
    m = material(name, rough=gloss, depth=depth, tint=tint, reach=.18, coat=coat, bump=bump, vary=(.008, .08, .09))
    b, f = ball(level)
    box = b / np.maximum(np.abs(b).max(1, keepdims=True), 1e-6)
    out = []
    for k in range(n):
        seed = int(rng.integers(999))
        v = (b * (1 - angular) + box * angular * .82) * radii * rng.uniform(.86, 1.14, 3)
        v = v * (1 + rough * noise(b * freq, 4, seed))[:, None]
        c = mix(*tones, .5 + .7 * noise(b * 1.6, 4, seed + 3))
        if roast:
            edge = np.sort(np.abs(box), 1)[:, 1]
            c = mix(c, roast, roasted * step(-.25, .65, noise(b * 1.8, 4, seed + 7) + .35 * b[:, 2] + .7 * (edge - .55)))
        out.append(mesh(name, v, f, m, c))
    return out


def discs(name, rx, ry, thick, face, rim, n=5, ring=None, middle=None, wobble=.05, gloss=.35, depth=.3, thin=0., roast=None,
          bend=.0, start=0., end=2 * np.pi, coat=.2, seeds=None):
    """Slices. face: from the middle to the rim; rim: the skin's colour; ring: (from, to, colour) of u; seeds: colour."""
    rng = stream(name)
    m = material(name, rough=gloss, depth=depth, tint=(1, .85, .6), reach=.15, coat=coat, thin=thin, bump=((4, .02, 4),), vary=(.006, .07, .08))
    out = []
    for k in range(n):
        big = rng.uniform(.88, 1.1)
        outline = round_outline(rx * big, ry * big, rng, wobble, 60, start, end)
        if end - start < 6:
            outline = np.concatenate([outline, np.linspace(outline[-1], outline[0], 24)[1:-1]])
            outline = outline - outline.mean(0)
        v, f, u, edge = slab(outline, thick)
        c = mix(*face, u ** 2 + .5 * noise(v * [1.2, 1.2, 0], 3, k))
        if middle:
            c = mix(c, middle[1], step(middle[0], middle[0] - .12, u + .06 * noise(v * 2, 2, k)))
        if seeds:
            a = np.arctan2(v[:, 1], v[:, 0])
            c = mix(c, seeds, step(.35, .8, np.cos(a * 9 + k)) * step(.2, .1, np.abs(u - .45)) * (edge < .5))
        if ring:
            c = mix(c, ring[2], step(ring[0] - .04, ring[0] + .02, u) * step(ring[1] + .04, ring[1] - .02, u))
        if roast:
            c = mix(c, roast, .75 * step(.15, .6, noise(v * [1.3, 1.3, .3], 4, k + 9) + .35 * u))
        c = mix(c, mix(*rim, .5 + noise(v * 2, 2, k)), edge)
        v[:, 2] += bend * rng.uniform(-1, 1.3) * v[:, 0] ** 2 / max(rx, .1) + .04 * noise(v * .9, 2, k)
        out.append(mesh(name, v, f, m, c))
    return out


def sticks(name, tones, length=3.4, width=.26, n=6, bend=.14, skin=None, gloss=.35, flat=1., depth=.35):
    """Matchsticks and strips; skin: the colour of one side."""
    rng = stream(name)
    m = material(name, rough=gloss, depth=depth, tint=(1, .6, .35), reach=.12, spec=.45, coat=.15, bump=((5, .012, 2),), vary=(.008, .06, .08))
    corner = np.array([[-1, -.8], [-.8, -1], [.8, -1], [1, -.8], [1, .8], [.8, 1], [-.8, 1], [-1, .8]]) * width / 2 * [1, flat]
    out = []
    for k in range(n):
        L = length * rng.uniform(.7, 1.15)
        t = np.linspace(0, 1, 24)
        a = rng.uniform(-bend, bend)
        path = np.stack([(t - .5) * L, a * L * 4 * (t - .5) ** 2, rng.uniform(0, bend) * L * 2 * (t - .5) ** 2], 1)
        v = (path[:, None] + np.concatenate([np.zeros((8, 1)), corner], 1)[None]).reshape(-1, 3)
        f = grid_faces(24, 8, True).tolist() + [list(range(8))[::-1], list(range(184, 192))]
        c = mix(*tones, .5 + .7 * noise(v * np.array([.4, 2, 2]), 2, k))
        if skin:
            c = mix(c, skin, np.tile(np.array([0, 0, 0, 0, 0, 1, 1, 0.]), 24))
        out.append(mesh(name, v + .014 * noise(v * 3, 2, k)[:, None], f, m, c))
    return out


def wedges(name, R=2.5, half=.6, long=1.25, flesh=('#f1d04a', '#fbeea0'), skin=('#f2c21d', '#f7d548'), pith=None, roast=None, n=2,
           gloss=.3, depth=.4, core=None, citrus=False, rough=.02, roasted=.8):
    """Cut from a round fruit towards its axis: citrus, apple, tomato, pumpkin, beetroot."""
    rng = stream(name)
    m = material(name, rough=gloss, depth=depth, tint=(1, .7, .3), reach=.25, coat=.25, bump=((5, .025, 3),), vary=(.004, .04, .06))
    out = []
    for k in range(n):
        parts = Parts()
        s = np.linspace(0, 1, 50)[:, None]
        around = np.linspace(.001, np.pi - .001, 100)[None]
        big = R * rng.uniform(.92, 1.08)

        def at(s, around, turn):
            r = s * big * np.sin(around)
            p = np.stack([s * big * long * np.cos(around) + 0 * r, r * np.sin(turn) + 0 * r, -r * np.cos(turn) + 0 * r], -1)
            return p * (1 + rough * noise(p * 1.1, 3, k))[..., None]
        for side in (-1, 1):
            q = np.stack([np.cos(around) * s * big, np.sin(around) * s * big], -1)
            grain = noise(np.stack([q[..., 0] * 2.2, q[..., 1] * .8], -1), 4, k + side + 3)
            c = mix(*flesh, .45 + .8 * grain)
            if citrus:
                c = mix(c, '#fbf5dc', np.exp(-(np.sin(around) * s * big / .13) ** 2))
            if core:
                c = mix(c, core, step(.42, .2, np.hypot(np.cos(around) * s * 1.2, np.sin(around) * s) + .06 * grain))
            if pith:
                c = mix(c, pith[1], step(pith[0], pith[0] + .05, s + 0 * around))
            if roast:
                c = mix(c, roast, roasted * step(.05, .7, noise(q * .8, 4, k + 21 + side) + .6 * s ** 3))
            c = mix(c, skin[0], step(.955, .975, s + 0 * around))
            v = at(s, around, side * half)
            v[..., 1] += side * .06 * grain * (s < .86)
            parts.add(v, grid_faces(50, 100), c)
        turn = np.linspace(-half, half, 40)[:, None]
        v = at(1., around + 0 * turn, turn + 0 * around)
        c = mix(*skin, .5 + noise(v * 1.2, 3, k))
        if roast:
            c = mix(c, roast, roasted * .6 * step(.1, .6, noise(v * .9, 4, k + 5)))
        parts.add(v, grid_faces(40, 100), c)
        out.append(parts.mesh(name, m))
    return out


def green_beans(n=6, length=8., r=.33):
    rng = stream('green bean%s' % length)
    m = material('green bean', rough=.45, depth=.12, tint=(.4, 1, .3), reach=.1, spec=.4, coat=.06, bump=((5, .03, 4), (1.5, .04, 2)), vary=(.012, .1, .16))
    out = []
    for k in range(n):
        L = length * rng.uniform(.8, 1.12)
        t = np.linspace(0, 1, 60)
        a = rng.uniform(-.09, .09)
        path = np.stack([(t - .5) * L, a * L * 4 * (t - .5) ** 2 + .12 * np.sin(t * 7 + k), .06 * np.sin(t * 5 + k)], 1)
        body = r * (1 + .09 * np.sin(t * L * 2.9 + k)) * np.minimum(1, np.minimum((t + .004) * 9, (1.004 - t) * 7)) ** .5 * rng.uniform(.85, 1.12)
        v, f = tube(path, body, 14, .84)
        c = mix('#44722c', '#79a548', .5 + .6 * noise(v * np.array([.5, 2, 2]), 4, k))
        end = np.repeat(np.minimum(t, 1 - t), 14)
        out.append(mesh('green bean', v, f, m, mix(c, '#a3b868', step(.06, 0, end) * .8)))
    return out


def snow_peas(n=5):
    rng = stream('snow pea')
    m = material('snow pea', rough=.4, depth=.2, tint=(.5, 1, .3), reach=.12, coat=.15, thin=.12, vary=(.01, .08, .1))
    out = []
    for k in range(n):
        L = rng.uniform(4.2, 5.4)
        outline_u = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        x = np.cos(outline_u) * L / 2
        y = np.sin(outline_u) * .68 * (1 - .25 * np.cos(outline_u)) + .16 * np.cos(outline_u) ** 2 * 2
        v, f, u, edge = slab(np.stack([x, y], 1), .2, bulge=.1)
        bumps = np.maximum(np.cos(v[:, 0] * 2 * np.pi / .72), 0) * step(.8, .2, np.abs(v[:, 1]) / .6)
        v[:, 2] += np.sign(v[:, 2]) * .11 * bumps * (1 - u ** 4)
        v[:, 2] += rng.uniform(-.04, .05) * v[:, 0] ** 2
        c = mix('#5c9138', '#8fba58', .5 + .5 * noise(v * 1.4, 3, k) + .25 * bumps)
        out.append(mesh('snow pea', v, f, m, mix(c, '#a8c777', edge * .8)))
    return out


def broccolini(n=4, length=7.):
    rng = stream('broccolini')
    m = material('broccolini', rough=.42, depth=.12, tint=(.5, 1, .3), reach=.1, coat=.08, bump=((4, .02, 3),))
    b, bf = ball(2)
    out = []
    for k in range(n):
        parts = Parts()
        L = length * rng.uniform(.9, 1.1)
        t = np.linspace(0, 1, 40)
        path = np.stack([(t - .5) * L, rng.uniform(-.8, .8) * 4 * (t - .5) ** 2, .12 * np.sin(t * 4)], 1)
        v, f = tube(path, .36 - .10 * t, 12)
        parts.add(v, f, mix('#84a957', '#5c8a38', .5 + .6 * noise(v * np.array([.4, 2, 2]), 2, k)))
        for _ in range(8):
            d = np.array([rng.uniform(.35, 1.1), rng.uniform(-.9, .9), rng.uniform(-.2, .7)])
            s = np.linspace(0, 1, 10)[:, None]
            q = path[-1] + np.array([-rng.uniform(.2, 1.6), 0, 0]) + s * d * 1.35 + np.array([0, 0, .15]) * s * s
            v, f = tube(q, .17 - .04 * s[:, 0], 8)
            parts.add(v, f, colour('#6f9a48'))
            d = d / np.linalg.norm(d)
            size = rng.uniform(.6, .85)
            for _ in range(70):
                p = rng.normal(size=3)
                p /= np.linalg.norm(p)
                p = -p if p @ d < -.15 else p
                parts.add(b * rng.uniform(.09, .15) * [1, 1, 1.1] + q[-1] + p * size * (1 + .18 * rng.normal()) * [1, 1, .85], bf,
                          mix('#2f5a26', '#76a34c', np.array(rng.uniform() * .7 + .25 * p[2])))
        out.append(parts.mesh('broccolini', m))
    return out


def chilli(n=4, r=.34, tones=('#c8201a', '#e0392a')):
    m = material('chilli' + tones[0], rough=.28, depth=.2, tint=(1, .3, .15), reach=.1, coat=.3)
    out = []
    for k in range(n):
        a = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        R = r * (1 + .09 * np.sin(2 * a + k))
        rows = [(R, -.1), (R * 1.02, 0), (R, .1), (R * .72, .1), (R * .7, 0), (R * .72, -.1), (R, -.1)]
        v = np.stack([np.stack([q * np.cos(a), q * np.sin(a), 0 * a + z], 1) for q, z in rows]).reshape(-1, 3)
        c = np.repeat(np.stack([colour(h) for h in (tones[0], tones[0], tones[1], '#f0a27c', '#f3b894', '#f0a27c', tones[0])]), 32, 0)
        out.append(mesh('chilli', v, grid_faces(7, 32, True), m, c))
    return out


def cherry_tomatoes(whole=False, burst=False, n=4):
    name = 'cherry tomato%s%s' % (whole, burst)
    m = material(name, rough=.2 if not burst else .32, depth=.3, tint=(1, .25, .12), reach=.2, coat=.4, vary=(.008, .06, .1))
    rng = stream(name)
    b, f = ball(4)
    out = []
    for k in range(n):
        r = rng.uniform(1.0, 1.2)
        v = b * r
        if whole:
            v[:, 2] *= .92 if not burst else .74
            if burst:
                v = v * (1 + .10 * noise(b * 1.8, 3, k))[:, None]
            c = mix('#b81d12', '#dd4423', .5 + .5 * noise(b, 3, k) + .2 * b[:, 2])
            if burst:
                c = mix(c, '#4a160c', .8 * step(.42, .7, noise(b * 1.2, 3, k + 4)))
                c = mix(c, '#e98a58', step(.06, .0, np.abs(noise(b * .9, 2, k + 9))) * .6)
        else:
            # The half's flat side is up, with two chambers of seeds in jelly.
            top = b[:, 2] > 0
            u = np.hypot(b[:, 0], b[:, 1])
            v[:, 2] = np.where(top, .04 * noise(b * 3, 2, k) - .10 * step(.75, .5, u) * (np.abs(b[:, 0]) > .16), v[:, 2] * .9)
            c = mix('#b81d12', '#d93b20', .5 + .5 * noise(b, 3, k))
            flesh = mix('#dd4a33', '#ee7355', .5 + .7 * noise(b * 2, 3, k))
            jelly = mix('#c9391a', '#e8a24a', step(.15, .5, noise(b * [5, 5, 0] + k, 2, 3)))
            chamber = step(.78, .68, u) * step(.13, .2, np.abs(b[:, 0] + .05 * noise(b * 2, 2, k)))
            face = flesh + (jelly - flesh) * chamber[:, None]
            c = np.where(top[:, None], face, c)
        out.append(mesh('cherry tomato', v, f, m, c))
    return out


def olives(n=4):
    m = material('olive', rough=.25, coat=.35, depth=.1, tint=(1, .4, .4), reach=.1, vary=(.015, .1, .2))
    rng = stream('olive')
    b, f = ball(3)
    out = []
    for k in range(n):
        v = b * [.85, .6, .58] * rng.uniform(.9, 1.08)
        out.append(mesh('olive', v, f, m, mix('#2a1420', '#5b2f3a', .5 + .6 * noise(b * 1.2, 3, k))))
    return out


def capers():
    return lumps('caper', [.24, .2, .2], ('#5a6630', '#8a9150'), 4, level=3)


def mushrooms(n=5, dark=False):
    """Slices through cap and stalk, cooked."""
    name = 'mushroom%s' % dark
    rng = stream(name)
    a, b, skin = ('#8a6a48', '#b08d64', '#3a2416') if dark else ('#c9ac82', '#e3cda6', '#7a532f')
    m = material(name, rough=.38, depth=.25, tint=(1, .7, .45), reach=.12, coat=.2, bump=((4, .03, 4),), vary=(.008, .08, .12))
    out = []
    for k in range(n):
        t = np.linspace(0, 1, 40)
        cap = np.stack([1.35 * np.cos(np.pi * t), .25 + .95 * np.sin(np.pi * t) ** .8], 1)
        stalk = np.array([[-1.25, .05], [-.75, -.15], [-.38, .0], [-.34, -.95], [.34, -.95], [.38, .0], [.75, -.15], [1.25, .05]])
        outline = np.concatenate([cap, stalk]) * rng.uniform(.8, 1.1)
        v, f, u, edge = slab(outline, .3)
        c = mix(a, b, .5 + .6 * noise(v * 1.2, 3, k))
        gill = step(.12, .0, np.abs(v[:, 1] - .12)) * step(1.3, .9, np.abs(v[:, 0]))
        c = mix(mix(c, '#5b3d26', gill * .75), skin, step(.87, .99, u) * (v[:, 1] > .1))
        v[:, 2] += rng.uniform(-.15, .2) * v[:, 0] ** 2
        out.append(mesh(name, v, f, m, mix(c, skin, edge * .7)))
    return out


def capsicum(n=6, tones=('#a12a1c', '#bf4a30'), length=3.2, roasted=.15):
    """Strips with the curve of the fruit."""
    name = 'capsicum%s%s' % (tones[0], roasted)
    rng = stream(name)
    m = material(name, rough=.42, depth=.15, tint=(1, .4, .2), reach=.1, coat=.12, bump=((3, .03, 4),), vary=(.008, .06, .1))
    out = []
    for k in range(n):
        L = length * rng.uniform(.7, 1.1)
        t = np.linspace(-1, 1, 30)
        half = .36 * (1 - .25 * t ** 6)
        v, f = tube(np.stack([t * L / 2, .2 * rng.uniform(-1, 1) * t ** 2 * L * .5, rng.uniform(.1, .5) * (1 - t * t)], 1), half, 10, .24)
        inside = np.sin(np.linspace(0, 2 * np.pi, 10, endpoint=False)) < -.3
        c = mix(mix(*tones, .5 + .6 * noise(v * 1.2, 3, k)), '#e98a63', np.tile(inside, 30) * .7)
        if roasted:
            c = mix(c, '#35120c', roasted * step(.2, .6, noise(v * 1.1, 4, k + 5)))
        out.append(mesh('capsicum', v, f, m, c))
    return out


def ribbons(name='cucumber', n=5, width=1.6, face=('#dbe7b8', '#bfd58f'), skin='#3a6b2a', long=4.6):
    """Peeled lengthwise and folded loosely, in waves that one can follow."""
    rng = stream('ribbon ' + name)
    m = material('ribbon ' + name, rough=.3, depth=.3, tint=(.7, 1, .5), reach=.15, thin=.22, coat=.3, bump=((4, .02, 3),), vary=(.005, .05, .06))
    out = []
    for k in range(n):
        u, w, x, y = sheet(lambda u: width / 2 * (1 - .15 * (2 * u - 1) ** 4) + 0 * u, long * rng.uniform(.85, 1.1), 110, 21)
        waves = rng.uniform(1.4, 2.1)
        z = .62 * np.sin(u * np.pi * 2 * waves + k) + .35 * np.sin(u * np.pi)
        x = x + .42 * np.sin(u * np.pi * 4 * waves + 2 * k)
        y = y + .5 * np.sin(u * 3 + k) + .25 * w * np.sin(u * 7 + k)
        z = z + .2 * w * np.sin(u * 6 + 2 * k)
        q = np.stack([u * 8, w], -1)
        c = mix(mix(*face, step(.2, .85, np.abs(w)) + .3 * noise(q, 3, k)), '#eef3d8', step(.3, .6, noise(q * [1.2, 2.], 2, 7)) * (np.abs(w) < .4))
        out.append(mesh('ribbon', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(110, 21), m, mix(c, skin, step(.84, .95, np.abs(w))).reshape(-1, 3)))
    return out


def onion_slivers(n=6, tones=('#efdfe6', '#f6eef0'), skin='#8a3464', r=1.2):
    """Red onion cut to thin arcs."""
    rng = stream('onion' + skin)
    m = material('onion' + skin, rough=.3, depth=.3, tint=(1, .7, .8), reach=.1, coat=.2, thin=.15, vary=(.008, .1, .08))
    out = []
    for k in range(n):
        a = np.linspace(-1.1, 1.1, 30) * rng.uniform(.6, 1)
        R = r * rng.uniform(.6, 1.1)
        v, f = tube(np.stack([R * np.sin(a), R * np.cos(a) - R * .7, .06 * np.sin(a * 3 + k)], 1), .13 * (1 - .5 * np.abs(a / 1.2) ** 3), 8, 1.)
        outer = np.tile(np.cos(np.linspace(0, 2 * np.pi, 8, endpoint=False)), 30)
        out.append(mesh('onion', v, f, m, mix(mix(*tones, .5 + noise(v, 2, k)), skin, step(.2, .9, -outer) + step(.85, 1, outer) * .5)))
    return out


def eggplant_pieces(n=5):
    """Cooked soft: creamy flesh, one dark side of skin."""
    m = material('eggplant', rough=.34, depth=.25, tint=(1, .8, .5), reach=.15, coat=.25, bump=((3, .03, 4),), vary=(.006, .08, .08))
    rng = stream('eggplant')
    b, f = ball(4)
    box = b / np.maximum(np.abs(b).max(1, keepdims=True), 1e-6)
    out = []
    for k in range(n):
        v = (b * .55 + box * .38) * [1.3, .85, .8] * rng.uniform(.88, 1.12, 3) * (1 + .15 * noise(b, 3, k))[:, None]
        c = mix('#b9b077', '#dcd6a8', .5 + .7 * noise(b * 1.6, 3, k))
        out.append(mesh('eggplant', v, f, m, mix(c, '#2b1529', step(.28, .42, b[:, 1] + .1 * noise(b * 2, 2, k)))))
    return out
