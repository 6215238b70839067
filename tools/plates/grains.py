"""Rice and other grains, pulses, seeds, nuts and crumbs. Each maker returns pieces to be strewn."""
import numpy as np

from materials import material
from shapes import ball, mesh, mix, noise, step, stream, tube

RICE = {  # half length, radius, from, to
    'basmati': (.46, .092, '#f3e9d2', '#fffaf0'), 'jasmine': (.36, .105, '#f5ecd9', '#fffbf3'),
    'brown': (.34, .115, '#a97f50', '#d3b080'),
}


def rice(kind='basmati', n=8):
    rng = stream('rice ' + kind)
    half, r, dark, light = RICE[kind]
    m = material('rice ' + kind, rough=.5, depth=.3, tint=(1, .85, .65), reach=.12, glow=.035, spec=.3, vary=(.004, .1, .07))
    out = []
    for k in range(n):
        t = np.linspace(-1, 1, 13)
        bend = rng.uniform(-.08, .08)
        body = r * np.sqrt(np.maximum(1 - np.abs(t) ** 2.4, .012)) * rng.uniform(.88, 1.1)
        v, f = tube(np.stack([t * half * rng.uniform(.72, 1.12), bend * (1 - t * t), 0 * t], 1), body, 8, .85)
        v = v + .014 * noise(v * 6, 2, k)[:, None]
        out.append(mesh('rice', v, f, m, mix(dark, light, .45 + noise(v * 3, 2, k + 9))))
    return out


def _ellipsoids(name, m, radii, tones, n=6, level=3, rough=.06, bend=0., flat=0., mark=None):
    rng = stream(name)
    b, f = ball(level)
    out = []
    for k in range(n):
        v = b * radii * rng.uniform(.9, 1.1, 3)
        v[:, 1] += bend * v[:, 0] ** 2 / max(radii[0], .01)
        if flat:
            v[:, 2] *= 1 - flat * (np.abs(b[:, 0]) + np.abs(b[:, 1]) < .6)
        v = v * (1 + rough * noise(b * 1.4, 3, k))[:, None]
        c = mix(*tones, .5 + .6 * noise(b * 1.3, 3, k + 5))
        if mark:
            c = mark(c, b, k)
        out.append(mesh(name, v, f, m, c))
    return out


def peas():
    m = material('pea', rough=.38, depth=.25, tint=(.5, 1, .3), reach=.1, coat=.15, vary=(.012, .1, .12))
    b = _ellipsoids('pea', m, [.36, .36, .34], ('#557f2c', '#86a84c'), 5, 3, .05)
    return b


def chickpeas(tones=('#c98f4b', '#e3b878')):
    m = material('chickpea' + tones[0], rough=.5, depth=.2, reach=.12, coat=.1, bump=((4, .03, 4),), vary=(.01, .1, .1))

    def beak(c, b, k):
        return mix(c, mix(tones[0], '#8a5526', .5), step(.5, .9, noise(b * 2, 3, k + 40)) * .6)
    out = _ellipsoids('chickpea', m, [.46, .42, .4], tones, 6, 3, .12, mark=beak)
    return out


def black_beans():
    m = material('black bean', rough=.28, coat=.35, spec=.45, bump=((5, .015, 3),), vary=(.01, .1, .2))
    return _ellipsoids('black bean', m, [.52, .33, .3], ('#17110f', '#30201c'), 6, 3, .05, bend=.12)


def white_beans(tones=('#e3d3b0', '#f3e8cf')):
    m = material('white bean' + tones[0], rough=.42, depth=.3, tint=(1, .8, .55), reach=.15, coat=.15, vary=(.005, .08, .07))
    return _ellipsoids('white bean', m, [.66, .38, .34], tones, 6, 3, .05, bend=.14)


def edamame():
    m = material('edamame', rough=.35, depth=.25, tint=(.6, 1, .3), reach=.12, coat=.2, vary=(.01, .1, .1))
    return _ellipsoids('edamame', m, [.56, .38, .28], ('#7fae3c', '#a9c95f'), 6, 3, .04, bend=.06)


def lentils(kind='brown'):
    a, b, r = {'brown': ('#4a3320', '#775537', .26), 'puy': ('#2f3324', '#5b573d', .22), 'red': ('#d08a2e', '#e6ac4c', .24)}[kind]
    m = material('lentil ' + kind, rough=.4, depth=.1, reach=.08, coat=.15, vary=(.02, .12, .22))
    return _ellipsoids('lentil ' + kind, m, [r, r, r * .5], (a, b), 8, 2, .06)


def quinoa():
    m = material('quinoa', rough=.5, depth=.3, tint=(1, .8, .5), reach=.06, glow=.03, vary=(.008, .12, .1))
    return _ellipsoids('quinoa', m, [.13, .13, .09], ('#d9bf8a', '#f4e6c4'), 8, 2, .1)


def couscous():
    m = material('couscous', rough=.6, depth=.3, tint=(1, .75, .4), reach=.06, glow=.02, vary=(.008, .1, .1))
    return _ellipsoids('couscous', m, [.12, .11, .1], ('#d9a94f', '#f0d189'), 8, 2, .25)


def freekeh():
    m = material('freekeh', rough=.48, depth=.15, reach=.08, vary=(.012, .12, .16))
    return _ellipsoids('freekeh', m, [.28, .15, .14], ('#8a7440', '#b79a5c'), 8, 2, .14)


def corn(charred=.5):
    m = material('corn', rough=.36, depth=.3, tint=(1, .7, .2), reach=.12, coat=.2, vary=(.008, .08, .1))

    def char(c, b, k):
        return mix(c, '#4a2a12', charred * step(.05, .5, noise(b * 1.5, 3, k + 70) + .25 * b[:, 2]))
    out = _ellipsoids('corn', m, [.36, .3, .25], ('#e8a81e', '#f6cf4d'), 8, 3, .12, mark=char)
    return out


def sesame():
    m = material('sesame', rough=.5, vary=(.005, .1, .1))
    return _ellipsoids('sesame', m, [.17, .1, .05], ('#e9d3a2', '#f6ead0'), 4, 2, .05)


def pumpkin_seeds():
    m = material('pumpkin seed', rough=.42, coat=.1, vary=(.01, .1, .14))
    return _ellipsoids('pumpkin seed', m, [.62, .33, .13], ('#5d6b2e', '#8d9a52'), 5, 3, .05)


def small_seeds(tones, size=.09):
    m = material('seed' + tones[0], rough=.45, vary=(.01, .1, .2))
    return _ellipsoids('seed' + tones[0], m, [size * 1.2, size, size], tones, 4, 2, .08)


def peanuts(n=8):
    """Halves and bits, roasted."""
    return crumbs(('#d9a866', '#c48a48', '#e6c48c', '#b87a3c'), .34, n, level=3)


def cashews():
    m = material('cashew', rough=.42, depth=.2, reach=.12, coat=.12, vary=(.006, .08, .1))
    rng = stream('cashew')
    out = []
    for k in range(5):
        a = np.linspace(-1.25, 1.25, 26)
        s = np.linspace(-1, 1, 26)
        path = np.stack([.62 * np.sin(a), .62 * np.cos(a) - .4, 0 * a], 1) * rng.uniform(.85, 1.1)
        v, f = tube(path, .3 * np.sqrt(np.maximum(1 - np.abs(s) ** 3, .02)) * (1.1 - .2 * s), 14, .85)
        c = mix('#e0bc7e', '#f0d9a8', .5 + .7 * noise(v * 1.6, 3, k))
        out.append(mesh('cashew', v, f, m, mix(c, '#b3742f', step(.3, .7, noise(v * 1.4, 3, k + 9)) * .7)))
    return out


def almonds():
    """Flakes, toasted."""
    m = material('almond', rough=.45, depth=.2, reach=.08, vary=(.006, .1, .1))
    rng = stream('almond')
    out = []
    for k in range(6):
        b, f = ball(3)
        v = b * [.75, .42, .05] * rng.uniform(.85, 1.1)
        v[:, 2] += .12 * rng.uniform(-1, 1) * v[:, 0] ** 2
        edge = np.hypot(b[:, 0], b[:, 1])
        out.append(mesh('almond', v, f, m, mix(mix('#f0dcae', '#e0b872', .5 + noise(b, 3, k)), '#9a5c28', step(.9, .98, edge) * .8)))
    return out


def walnuts():
    m = material('walnut', rough=.5, bump=((5, .04, 4),), vary=(.008, .1, .12))
    out = []
    for k in range(5):
        b, f = ball(4)
        fold = np.abs(noise(b * 2.4, 3, k + 3))
        v = b * [.62, .46, .34] * (1 - .34 * step(.25, 0, fold))[:, None] * (1 + .2 * noise(b * 1.2, 3, k))[:, None]
        out.append(mesh('walnut', v, f, m, mix('#7a4c24', '#c9975a', fold * 2.2)))
    return out


def crumbs(tones, size, n=10, level=2, angular=.75, rough=.5, gloss=.5):
    name = 'crumb' + tones[0]
    rng = stream(name + str(size))
    m = material(name, rough=gloss, depth=.2, tint=(1, .6, .3), reach=.08, bump=((9, .02, 3),), vary=(.01, .1, .16))
    b, f = ball(level)
    box = b / np.maximum(np.abs(b).max(1, keepdims=True), 1e-6)
    out = []
    for k in range(n):
        v = (b * (1 - angular) + box * angular * .8) * size * rng.uniform([.55, .5, .4], [1.4, 1, .8])
        v = v * (1 + rough * noise(b * 1.1, 3, int(rng.integers(999))))[:, None]
        out.append(mesh(name, v, f, m, mix(tones[rng.integers(len(tones))], tones[rng.integers(len(tones))], .5 + .8 * noise(b * 1.6, 3, k))))
    return out


def sourdough(n=10):
    """Toasted, torn."""
    return crumbs(('#d9a55a', '#b9772f', '#ecd09a', '#8f5620'), .3, n, level=3, gloss=.7)


def toasted_rice():
    return crumbs(('#c99a55', '#e3c68c', '#a87636'), .11, 8, level=1)
