"""Portions cut from a baking dish: what they are made of shows on their cut sides."""
import numpy as np

from materials import material
from shapes import grid_faces, mesh, mix, noise, step


def block(outline, height, rows=36, rings=30, round_top=.25):
    """A portion standing on z = 0: points, faces, u (0 middle of the top, 1 its edge), `side` 1 on the cut sides."""
    outline = np.asarray(outline, float)
    n = len(outline)
    u = np.linspace(.001, 1, rings)
    top = np.concatenate([u[:, None, None] * outline[None], np.repeat((height - round_top * u ** 10)[:, None, None], n, 1)], -1)
    z = np.linspace(height - round_top, 0, rows)
    side = np.concatenate([np.repeat(outline[None] * 1.01, rows, 0), np.repeat(z[:, None, None], n, 1)], -1)
    v = np.concatenate([top, side])
    return v.reshape(-1, 3), grid_faces(rings + rows, n, True), np.repeat(np.r_[u, np.ones(rows)], n), np.repeat(np.r_[np.zeros(rings), np.ones(rows)], n)


def box(x, y, n=24):
    t = np.linspace(-1, 1, n, endpoint=False)
    one = np.ones(n)
    p = np.concatenate([np.stack([t, -one], 1), np.stack([one, t], 1), np.stack([-t, one], 1), np.stack([-one, -t], 1)])
    return p / np.maximum(1, np.linalg.norm(p, axis=1, keepdims=True) / 1.25) * [x, y]


def frittata():
    """A wedge, its point to the right."""
    m = material('frittata', rough=.5, depth=.25, tint=(1, .8, .4), reach=.2, coat=.05, bump=((3, .06, 6),))
    a = np.linspace(-.42, .42, 40)
    R = 9.2
    arc = np.stack([-R * np.cos(a), R * np.sin(a)], 1)[::-1]
    t = np.linspace(0, 1, 46)[1:-1, None]
    outline = np.concatenate([arc, arc[-1] * (1 - t), [[-.05, 0]], arc[0] * t])
    outline = (outline - [-R * .55, 0]) * [1, 1]
    v, f, u, side = block(outline[::-1], 2.9)
    v += .07 * noise(v * 1.2, 4, 3)[:, None] * [1, 1, .6]
    c = mix('#efc95c', '#f8e197', .5 + .6 * noise(v * 1.1, 4, 4))
    top = mix(mix('#e2a83a', '#f3cf6d', .5 + .6 * noise(v * .8, 4, 5)), '#a35f1f', .85 * step(.1, .6, noise(v * .9, 4, 6)))
    c = c + (top - c) * (1 - side)[:, None]
    # Zucchini cut across shows as pale green with a dark rim, feta as white pockets.
    zucchini = noise(v * [.75, .75, 1.3], 2, 11)
    c = mix(c, '#8fae4e', step(.16, .24, zucchini))
    c = mix(c, '#3f6a26', step(.14, .18, zucchini) * step(.27, .21, zucchini))
    feta = noise(v * [.9, .9, 1.1], 2, 23)
    c = mix(c, '#fdf9ee', step(.33, .4, feta))
    v[:, 2] += .10 * step(.3, .45, feta) * (1 - side)
    c = mix(c, '#3d6a26', step(.55, .62, noise(v * 5, 2, 31)) * .8)
    skin = np.hypot(v[:, 0] - R * .55, v[:, 1]) > R * .985
    c = mix(c, '#b06f28', skin * side * .8)
    return [mesh('frittata', v, f, m, c)]


def parmigiana():
    """Eggplant, ricotta and sugo in layers."""
    m = material('parmigiana', rough=.36, depth=.2, tint=(1, .5, .3), reach=.15, coat=.25, bump=((3, .05, 5),))
    v, f, u, side = block(box(3.7, 3.2), 3.5, 60)
    wave = v[:, 2] + .16 * noise(v * [.7, .7, .3], 3, 3)
    layer = (wave / 3.5 * 4) % 1
    v[:, :2] *= (1 + .045 * side * np.cos(layer * 2 * np.pi) + .03 * noise(v * .9, 3, 4))[:, None]
    c = mix('#a8321a', '#c94f26', .5 + .6 * noise(v * 1.5, 3, 5))
    c = mix(c, mix('#a98a56', '#cbb27c', .5 + .6 * noise(v * [1, 1, 3], 3, 6)), step(.12, .18, layer) * step(.55, .48, layer))
    c = mix(c, '#33162a', step(.08, .12, layer) * step(.2, .15, layer))
    c = mix(c, '#fbf3e2', step(.58, .64, layer) * step(.9, .84, layer) * step(-.35, .1, noise(v * 1.1, 2, 9)))
    return [mesh('parmigiana', v, f, m, c)]
