"""A vessel and what lies in it: a height field remembers what is there, so that each piece rests on the others."""
import math

import numpy as np
from mathutils import Matrix

import studio
from materials import material
from shapes import blur, colour, grid_faces, mesh, mix, noise, points_of, put, step, stream

# Inner radius, height of the rim, steepness of the wall, foot.
VESSELS = {'plate': (9.8, 1.8, 7., .6), 'shallow': (9.7, 3.0, 3.6, .55), 'deep': (8.6, 4.3, 2.6, .45),
           'baker': (9.4, 3.4, 6.5, .8)}
CELLS = 340
# Loose things settle into each other; what is listed is only as high as this share says.
SOFT = ('leaf', 'sprig', 'rocket', 'kale', 'cos', 'shred', 'wilted', 'egg ribbon', 'carrot', 'daikon', 'cucumber', 'pappardelle',
        'pulled', 'thin beef', 'onion', 'almond', 'parmesan', 'grated', 'chopped', 'capsicum', 'bamboo', 'ribbon', 'penne', 'mushroom')
_spread = {}


def over(m):
    """Points all over a piece, close enough to leave no hole in the field."""
    if m.name not in _spread:
        v = points_of(m)
        m.calc_loop_triangles()
        t = np.empty(len(m.loop_triangles) * 3, np.int32)
        m.loop_triangles.foreach_get('vertices', t)
        a, b, c = v[t.reshape(-1, 3)].transpose(1, 0, 2)
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
        n = int(min(5000, area.sum() / .012))
        rng = np.random.default_rng(1)
        i = rng.choice(len(area), n, p=area / area.sum())
        p, q = np.sort(rng.uniform(size=(2, n)), 0)[:, :, None]
        _spread[m.name] = np.concatenate([v, a[i] * p + b[i] * (q - p) + c[i] * (1 - q)]) if n > len(v) * .2 else v
    return _spread[m.name]


def join(a, b, k):
    """The higher of two heights, rounded by k cm where they meet."""
    h = np.clip(.5 + .5 * (a - b) / k, 0, 1)
    return b + (a - b) * h + k * h * (1 - h)


# ---- Regions: how many cm inside, below 0 outside ----
def disc(cx, cy, r, wobble=.35, stretch=1.):
    seed = abs(cx * 3.7 + cy * 1.3 + r)
    return lambda x, y: r - np.hypot((x - cx) / stretch, y - cy) + wobble * noise(np.stack([np.asarray(x, float), np.asarray(y, float)], -1) * .4, 2, seed)


def half(degrees, offset=0., wobble=.45):
    """All that lies further than `offset` in this direction: 0 is right, 90 is back."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return lambda x, y: x * c + y * s - offset + wobble * noise(np.stack([np.asarray(x, float), np.asarray(y, float)], -1) * .35, 2, degrees * .01)


def both(*regions):
    return lambda x, y: np.minimum.reduce([r(x, y) for r in regions])


def sector(start, end, near=0., far=30.):
    """Between two directions in degrees, counter-clockwise, less than half a turn."""
    a, b = half(start + 90), half(end - 90)
    return lambda x, y: np.minimum.reduce([a(x, y), b(x, y), np.hypot(x, y) - near, far - np.hypot(x, y)])


class Dish:
    def __init__(self, slug, vessel='deep', glaze='#d9d2c4', fleck='#5b4a39', table='linen'):
        self.slug, self.vessel, self.table = slug, vessel, table
        self.R, self.rim, self.power, foot = VESSELS[vessel]
        self.floor = studio.bowl(self.R, self.rim, self.power, foot, studio.ceramic(glaze, fleck))
        self.base = float(self.floor(0, 0))
        self.size = self.R + .6
        g = np.linspace(-self.size, self.size, CELLS)
        self.X, self.Y = np.meshgrid(g, g, indexing='ij')
        self.Q = np.stack([self.X, self.Y], -1)
        self.rad = np.hypot(self.X, self.Y)
        self.H = np.where(self.rad < self.R + .3, self.floor(self.X, self.Y), 0).astype(float)
        self.bare = self.H.copy()

    # ---- The field ----
    def cell(self, x, y):
        k = (CELLS - 1) / (2 * self.size)
        return tuple(np.clip(np.rint((np.asarray(v) + self.size) * k), 0, CELLS - 1).astype(int) for v in (x, y))

    def z(self, x, y):
        return self.H[self.cell(x, y)]

    def normal(self, x, y, d=.6):
        v = np.array([self.z(x - d, y) - self.z(x + d, y), self.z(x, y - d) - self.z(x, y + d), 2 * d])
        v[:2] = np.clip(v[:2], -2 * d, 2 * d)
        return v / np.linalg.norm(v)

    def stamp(self, w, pack=1.):
        i, j = self.cell(w[:, 0], w[:, 1])
        if pack < 1:
            below = self.H[i, j]
            w = np.concatenate([w[:, :2], (below + (w[:, 2] - below) * pack)[:, None]], 1)
        for a in (-1, 0, 1):
            for b in (-1, 0, 1):
                np.maximum.at(self.H, (np.clip(i + a, 0, CELLS - 1), np.clip(j + b, 0, CELLS - 1)), w[:, 2])

    def wall_at(self, z):
        """Radius of the inside at a height."""
        return self.R * np.clip((z - self.base) / (self.rim - self.base), 0, 1.2) ** (1 / self.power)

    # ---- Pieces ----
    def drop(self, m, x, y, yaw=0., tilt=(0, 0), sink=.05, lie=.8, d=.6, scale=1., rest=92, stamp=True):
        """Lets a piece fall until it rests. lie: how far it follows the slope; rest: the share of its points that must
        be free; returns its matrix."""
        v = over(m)
        n = self.normal(x, y, d) * lie + np.array([0, 0, 1 - lie])
        n /= np.linalg.norm(n)
        t = np.cross([0, 1., 0], n)
        t /= np.linalg.norm(t)
        slope = np.stack([t, np.cross(n, t), n], 1)
        turn = np.array(Matrix.Rotation(yaw, 3, 'Z') @ Matrix.Rotation(tilt[0], 3, 'X') @ Matrix.Rotation(tilt[1], 3, 'Y'))
        r = slope @ turn * scale
        w = v @ r.T
        z = np.percentile(self.z(x + w[:, 0], y + w[:, 1]) - w[:, 2], rest) - sink
        matrix = np.eye(4)
        matrix[:3, :3] = r
        matrix[:3, 3] = (x, y, z)
        if stamp:
            self.stamp(w + [x, y, z], .35 if m.name.startswith(SOFT) else .75 if stamp == 'settle' else 1.)
        put(m, matrix)
        return matrix

    def places(self, region, n, name, gap=0., margin=.4):
        """Up to n points in a region, at least `gap` apart, clear of the wall."""
        rng = stream(self.slug + name)
        found = []
        for _ in range(n * 40):
            if len(found) == n:
                break
            a, r = rng.uniform(0, 2 * np.pi), self.R * math.sqrt(rng.uniform())
            x, y = r * math.cos(a), r * math.sin(a)
            if region(x, y) < 0 or r + margin > self.wall_at(self.z(x, y) + .15):
                continue
            if gap and any((x - p) ** 2 + (y - q) ** 2 < gap * gap for p, q in found):
                continue
            found.append((x, y))
        return found

    def strew(self, pieces, region, n, gap=0., yaw=None, spread=6.3, tumble=.25, name='', scale=(1, 1), margin=.4, **how):
        """Pieces thrown over a region. yaw and spread: their direction and how far it varies."""
        name = name or pieces[0].name.split('.')[0]
        rng = stream(self.slug + name + 'turn')
        how = {'stamp': 'settle', **how}
        for x, y in self.places(region, n, name, gap, margin):
            turn = rng.uniform(0, 6.3) if yaw is None else yaw + rng.normal(0, spread if spread < 6 else .15)
            self.drop(pieces[rng.integers(len(pieces))], x, y, turn, (rng.normal(0, tumble), rng.normal(0, tumble)),
                      scale=rng.uniform(*scale), **how)

    def set(self, pieces, spots, **how):
        """Pieces where the composition wants them: (x, y, yaw, tilt x, tilt y)."""
        for i, spot in enumerate(spots):
            x, y, yaw, tx, ty = (*spot, 0, 0, 0)[:5]
            self.drop(pieces[i % len(pieces)], x, y, yaw, (tx, ty), **how)

    def fan(self, pieces, start, end, n, lean=.78, turn=0., bow=.4, **how):
        """Slices leaning on each other in a row; they rest on what is beneath, or the row would climb."""
        rng = stream(self.slug + pieces[0].name + 'fan')
        (x0, y0), (x1, y1) = start, end
        along = math.atan2(y1 - y0, x1 - x0)
        done = []
        for i in range(n):
            t = i / max(1, n - 1)
            b = bow * math.sin(t * math.pi)
            x, y = x0 + (x1 - x0) * t - b * math.sin(along), y0 + (y1 - y0) * t + b * math.cos(along)
            m = pieces[i % len(pieces)]
            done.append((m, self.drop(m, x, y, along + turn + rng.normal(0, .05), (lean + rng.normal(0, .05), rng.normal(0, .04)),
                                      **{'sink': .25, 'lie': .1, 'd': 1.2, 'rest': 80, 'stamp': False, **how})))
        for m, matrix in done:
            self.stamp(over(m) @ matrix[:3, :3].T + matrix[:3, 3])

    def grains(self, pieces, region, n, depth=.22, lay=.75):
        """A bed's top layer: cheaper than dropping thousands of grains one on the other."""
        name = pieces[0].name.split('.')[0]
        rng = stream(self.slug + name)
        reach = float(np.abs(points_of(pieces[0])).max())
        top = self.H.copy()
        for x, y in self.places(region, n, name, margin=reach * .7):
            z = top[self.cell(x, y)]
            if z < self.floor(x, y) + .1:
                continue
            up = self.normal(x, y, .5)
            yaw = rng.uniform(0, 6.3)
            ahead = np.array([math.cos(yaw), math.sin(yaw), rng.normal(0, .3)])
            ahead -= up * (ahead @ up) * lay
            ahead /= np.linalg.norm(ahead)
            side = np.cross(up, ahead)
            side /= np.linalg.norm(side)
            m = np.eye(4)
            m[:3, 0], m[:3, 1], m[:3, 2] = ahead, side, np.cross(ahead, side)
            m[:3, 3] = (x, y, z + rng.uniform(-depth, depth * .5))
            put(pieces[rng.integers(len(pieces))], m)

    # ---- Beds and sauces ----
    def bed(self, region, height, tone, name, peak=(0, 0), spread=5., dome=.8, rough=.25, soft=1.6, show=True, under=.12):
        """A heap with a soft edge: `height` cm over the vessel's floor at its middle's level, `dome` more at its peak."""
        inside = region(self.X, self.Y)
        z = self.base + height + dome * np.exp(-((self.X - peak[0]) ** 2 + (self.Y - peak[1]) ** 2) / spread ** 2)
        z = z + rough * noise(self.Q * .5, 3, len(name))
        z = self.base - .2 + (z - self.base + .2) * step(-.1, soft, inside) ** .6
        z = np.where(self.rad < self.wall_at(z + .15) - .1, z, z - 2 * (self.rad - self.wall_at(z + .15) + .1))
        on = (inside > -.3) & (z > self.H - .4) & (self.rad < self.R - .15)
        if show:
            self.surface('bed ' + name, z - under, on & (z - under > self.bare - .15), material('bed ' + name, rough=.7),
                         np.broadcast_to(colour(tone), self.X.shape + (3,)))
        self.H = np.where(on, np.maximum(self.H, z), self.H)

    def fill(self, region, level):
        """What lies unseen under a sauce: pieces dropped after it stand out of the sauce instead of drowning."""
        z = self.base + level
        self.H = np.where((region(self.X, self.Y) > 0) & (self.rad < self.wall_at(z)), np.maximum(self.H, z), self.H)

    def surface(self, name, z, on, m, colours, aux=None):
        f = grid_faces(CELLS, CELLS)
        inside = on.ravel()
        f = f[inside[f].all(1)]
        used = np.unique(f)
        if not len(used):
            return
        where = -np.ones(CELLS * CELLS, int)
        where[used] = np.arange(len(used))
        v = np.stack([self.X, self.Y, z], -1).reshape(-1, 3)[used]
        put(mesh(name, v, where[f], m, np.asarray(colours).reshape(-1, 3)[used], None if aux is None else aux.ravel()[used]))

    def sauce(self, name, region, level, tones, oil=None, flecks=None, cover=.17, bare=.26, chunky=0., soften=4, soft=1.2,
              gloss=.12, depth=.3, clear=0., stamp=True):
        """A liquid up to `level` cm over the floor, that coats what stands out of it. chunky: how rough, in cm; oil and
        flecks: (colour, how much 0..1); bare: where the coat is broken; clear: how much is
        seen through it."""
        lev = self.base + level
        inside = region(self.X, self.Y)
        # Only food is coated: on the bare wall a sauce ends at its level.
        h = blur(np.where(self.H > self.bare + .12, self.H, np.minimum(self.H, lev - .8)), soften)
        q = self.Q
        seed = len(name) * 7 + len(self.slug)
        coat = h + cover - bare * step(.25, .6, noise(q * .9, 4, seed + 1))
        z = join(np.full_like(h, lev) + .05 * noise(q * .5, 3, seed + 2), coat, .6)
        z = z + .02 * noise(q * 1.3, 3, seed + 3)
        if chunky:
            z = z + chunky * (noise(q * 1.6, 3, seed + 4) + .6 * np.abs(noise(q * 3.2, 3, seed + 5)))
        # Down at its edge, so that it ends where it meets what is beneath, not in a saw of triangles.
        z = z - 1.6 * step(soft, -.3, inside) ** 1.5
        c = mix(*tones, .5 + .55 * noise(q * .6, 5, seed + 6))
        rough = np.full_like(h, gloss * 2.5)
        if oil:
            o = oil[1] * step(.2, .55, noise(q * .9, 3, seed + 7))
            c, rough = mix(c, oil[0], o * .8), rough * (1 - .7 * o)
        if flecks:
            c = mix(c, flecks[0], flecks[1] * step(.5, .62, noise(q * 5., 2, seed + 8)))
        on = (inside > -.4) & (z > self.bare - .25) & (self.rad < self.R - .1) & (z > self.H - .6)
        self.surface(name, z, on, material(name + tones[0], depth=depth, clear=clear, tint=(1, .45, .2), reach=.22, coat=.45 if gloss < .2 else .15,
                                           bump=((2.5, .012 + .05 * chunky, 4),), aux=(0, 1)), c, rough)
        if stamp:
            self.H = np.where(on, np.maximum(self.H, z), self.H)
        return z

    def mash(self, name, cx, cy, r, tones, height=2., stretch=1.1, furrow=.28, pitch=.62, browned=None):
        """Spooned in a spiral; browned: (colour, how much) on the ridges."""
        x, y, q = (self.X - cx) / stretch, self.Y - cy, self.Q
        out = np.hypot(x, y) + .3 * noise(q * .35, 3, 51)
        phase = (out - pitch * np.arctan2(y, x)) / (2 * np.pi * pitch)
        ridge = np.cos(2 * np.pi * phase) * step(r * .97, r * .6, out) * step(.1, .9, out)
        body = height * (.25 + .75 * (1 - np.clip(out / r, 0, 1) ** 2.2))
        z = self.base + body + furrow * ridge + .09 * noise(q * .7, 3, 52) + .05 * noise(q * 2.4, 4, 53)
        z = self.base - .3 + (z - self.base + .3) * step(r, r - .55, out) ** .5
        c = mix(*tones, .5 + .45 * noise(q * 1.1, 4, 54) + .2 * ridge)
        if browned:
            c = mix(c, browned[0], browned[1] * step(.05, .75, ridge * .6 + .7 * noise(q * .9, 4, 56)))
        self.surface(name, z, (out < r) & (z > self.H - .2), material(name, depth=.1, tint=(1, .5, .2), reach=.1, spec=.25, rough=.7,
                                                                     bump=((5, .07, 6), (14, .03, 4))), c)
        self.H = np.where(out < r, np.maximum(self.H, z), self.H)

    def finish(self, focus=None, elevation=52):
        """The camera: the vessel fills 92% of the picture."""
        top = min(self.rim, 3.2)
        studio.shoot(self.R + .34, (0, .15, top * .8), elevation, self.table, focus or (0, -2, top + .6))
