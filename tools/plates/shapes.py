"""Noise, colours and meshes that every ingredient is made of. The unit is 1 cm."""
import math
import zlib

import bmesh
import bpy
import numpy as np
from mathutils import Matrix


def stream(name):
    """Random numbers of one ingredient: editing another does not move it."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def colour(code):
    """'#rrggbb' as linear light."""
    c = np.array([int(code[i:i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(c <= .04045, c / 12.92, ((c + .055) / 1.055) ** 2.4)


def mix(a, b, t):
    a = colour(a) if isinstance(a, str) else a
    b = colour(b) if isinstance(b, str) else b
    t = np.clip(np.asarray(t, float), 0, 1)
    return a + (b - a) * t[..., None]


def step(a, b, x):
    t = np.clip((np.asarray(x, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


_ORDER = np.tile(np.random.default_rng(1).permutation(256).astype(np.int64), 3)
_SLOPES = np.random.default_rng(2).normal(size=(256, 3))
_SLOPES /= np.linalg.norm(_SLOPES, axis=1, keepdims=True)


def perlin(p):
    p = np.asarray(p, float)
    if p.shape[-1] == 2:
        p = np.concatenate([p, np.zeros(p.shape[:-1] + (1,)) + .37], -1)
    i = np.floor(p).astype(np.int64)
    f = p - i
    u = f * f * f * (f * (f * 6 - 15) + 10)
    i &= 255

    def corner(a, b, c):
        h = _ORDER[_ORDER[_ORDER[i[..., 0] + a] + i[..., 1] + b] + i[..., 2] + c]
        return (_SLOPES[h] * (f - np.array([a, b, c]))).sum(-1)

    def between(a, b, t):
        return a + (b - a) * t
    x, y, z = u[..., 0], u[..., 1], u[..., 2]
    low, high = [between(between(corner(0, 0, c), corner(1, 0, c), x),
                         between(corner(0, 1, c), corner(1, 1, c), x), y) for c in (0, 1)]
    return 1.6 * between(low, high, z)


def noise(p, octaves=4, seed=0):
    p = np.asarray(p, float) + seed * 17.31
    total, weight = 0, 1
    for _ in range(octaves):
        total = total + weight * perlin(p)
        p = p * 2.03 + 3.1
        weight *= .5
    return total


def mesh(name, points, faces, material, colours=None, aux=None):
    m = bpy.data.meshes.new(name)
    m.from_pydata(np.asarray(points).tolist(), [], faces if isinstance(faces, list) else faces.tolist())
    m.polygons.foreach_set('use_smooth', np.ones(len(m.polygons), bool))
    if colours is not None:
        c = np.broadcast_to(colours, (len(points), 3))
        a = m.attributes.new('Col', 'FLOAT_COLOR', 'POINT')
        a.data.foreach_set('color', np.concatenate([c, np.ones((len(points), 1))], 1).astype(np.float32).ravel())
    if aux is not None:
        a = m.attributes.new('Aux', 'FLOAT', 'POINT')
        a.data.foreach_set('value', np.broadcast_to(aux, (len(points),)).astype(np.float32))
    m.materials.append(material)
    m.update()
    return m


def put(m, matrix=None):
    o = bpy.data.objects.new(m.name, m)
    if matrix is not None:
        o.matrix_world = Matrix(np.asarray(matrix).tolist())
    bpy.context.scene.collection.objects.link(o)
    return o


def points_of(m):
    a = np.empty(len(m.vertices) * 3, np.float32)
    m.vertices.foreach_get('co', a)
    return a.reshape(-1, 3).astype(float)


def grid_faces(n, m, wrap=False):
    i, j = np.meshgrid(np.arange(n - 1), np.arange(m if wrap else m - 1), indexing='ij')
    k = (j + 1) % m
    return np.stack([i * m + j, (i + 1) * m + j, (i + 1) * m + k, i * m + k], -1).reshape(-1, 4)


def ball(level):
    b = bmesh.new()
    bmesh.ops.create_icosphere(b, subdivisions=level, radius=1)
    b.verts.ensure_lookup_table()
    points = np.array([v.co[:] for v in b.verts])
    faces = np.array([[v.index for v in f.verts] for f in b.faces])
    b.free()
    return points, faces


def tube(path, r, sides=8, flat=1., up=(0, 0, 1.)):
    """Along a path of n points; `flat` squeezes its height."""
    p = np.asarray(path, float)
    n = len(p)
    r = np.broadcast_to(r, (n,))
    t = np.gradient(p, axis=0)
    t /= np.linalg.norm(t, axis=1, keepdims=True) + 1e-9
    u = np.cross(t, up)
    u /= np.linalg.norm(u, axis=1, keepdims=True) + 1e-6
    w = np.cross(u, t)
    a = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    v = p[:, None] + r[:, None, None] * (np.cos(a)[None, :, None] * u[:, None] + flat * np.sin(a)[None, :, None] * w[:, None])
    faces = grid_faces(n, sides, True).tolist()
    faces += [list(range(sides)), list(range((n - 1) * sides, n * sides))[::-1]]
    return v.reshape(-1, 3), faces


class Parts:
    """Several bodies as one mesh."""

    def __init__(self):
        self.points, self.faces, self.colours, self.count = [], [], [], 0

    def add(self, points, faces, colours):
        points = np.asarray(points).reshape(-1, 3)
        self.points.append(points)
        faces = faces if isinstance(faces, list) else faces.tolist()
        self.faces += [[i + self.count for i in f] for f in faces]
        self.colours.append(np.broadcast_to(np.asarray(colours).reshape(-1, 3), (len(points), 3)))
        self.count += len(points)

    def mesh(self, name, material):
        return mesh(name, np.concatenate(self.points), self.faces, material, np.concatenate(self.colours))


def slab(outline, thick, rings=14, bulge=.35):
    """A flat piece from its outline (n by 2, seen from its middle): points, faces, u (0 in the middle, 1 at the rim)
    and `rim` (1 on the cut side)."""
    outline = np.asarray(outline, float)
    n = len(outline)
    u = np.concatenate([np.linspace(.001, 1, rings), [1 + .0], np.linspace(1, .001, rings)])
    z = np.concatenate([np.full(rings - 1, .5), [.36], [0], [-.36], np.full(rings - 1, -.5)]) * thick
    edge = np.zeros(len(u))
    edge[rings - 1:rings + 2] = 1
    grow = 1 + bulge * .5 * thick * np.array([0] * (rings - 1) + [.5, 1, .5] + [0] * (rings - 1)) / np.abs(outline).max()
    v = np.concatenate([(u * grow)[:, None, None] * outline[None], np.repeat(z[:, None, None], n, 1)], -1)
    return v.reshape(-1, 3), grid_faces(len(u), n, True), np.repeat(u, n), np.repeat(edge, n)


def round_outline(rx, ry, rng, wobble=.06, n=48, start=0., end=2 * math.pi):
    a = np.linspace(start, end, n, endpoint=False)
    k = 1 + wobble * noise(np.stack([np.cos(a), np.sin(a)], 1) * 1.2, 3, int(rng.integers(999)))
    return np.stack([np.cos(a) * rx * k, np.sin(a) * ry * k], 1)


def sheet(width_at, length, rows=60, columns=31):
    """A leaf's grid: u along (0..1), w across (-1..1), x and y in cm."""
    u = np.linspace(0, 1, rows)[:, None] + np.zeros((1, columns))
    w = np.linspace(-1, 1, columns)[None] + np.zeros((rows, 1))
    return u, w, u * length - length / 2, w * width_at(u)


def curve(points, n):
    """n points on a smooth line through the given ones."""
    p = np.asarray(points, float)
    p = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    t = np.linspace(0, len(p) - 3 - 1e-6, n)
    i = t.astype(int)
    f = (t - i)[:, None]
    a, b, c, d = p[i], p[i + 1], p[i + 2], p[i + 3]
    return .5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f ** 2 + (3 * b - a - 3 * c + d) * f ** 3)


def blur(h, k):
    """A height field or picture, softened by k cells."""
    g = np.exp(-.5 * (np.arange(-3 * k, 3 * k + 1) / k) ** 2)
    g /= g.sum()
    for axis in (0, 1):
        edge = [(0, 0), (0, 0)]
        edge[axis] = (3 * k, 3 * k)
        q = np.pad(h, edge, mode='edge')
        h = sum(w * np.take(q, np.arange(i, i + h.shape[axis]), axis) for i, w in enumerate(g))
    return h
