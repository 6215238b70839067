"""What is on each plate of the sample menu: its recipe, laid out. Right is 0 degrees, the back 90."""
from math import pi

import numpy as np

import bakes
import dairy
import grains as g
import leaves as l
import noodles
import proteins as p
import vegetables as v
from dish import Dish, both, disc, half, sector
from shapes import points_of, put, stream

PLATES = {}
ALL = disc(0, 0, 30, 0)
CREAM, SAND, SAGE, SLATE, CLAY, SKY = ('#e4ded2', '#6b5d4c'), ('#cdbb9d', '#5b4a39'), ('#7f8f8c', '#3f4a47'), ('#565f66', '#2b3136'), ('#b27c5b', '#5a3a28'), ('#8fa3ad', '#44525c')


def plate(slug, vessel, glaze=CREAM, table='linen'):
    """Names the meal that a composition shows."""
    def keep(compose):
        def whole():
            d = Dish(slug, vessel, *glaze, table)
            d.finish(compose(d))
        PLATES[slug] = whole
        return whole
    return keep


def heap(d, pieces, region, height, n, tone, depth=.22, **how):
    """A bed of one grain."""
    d.bed(region, height, tone, pieces[0].name, **how)
    d.grains(pieces, region, n, depth)


def rice(d, kind, region, height, n=4200, **how):
    heap(d, g.rice(kind), region, height, n, '#9a7448' if kind == 'brown' else '#ddd2b8', **how)


def coriander(d, region, n, size=1.):
    d.strew(l.sprigs('coriander', size), region, n, gap=1., sink=0, lie=.5)


def parsley(d, region, n, cut=40, size=.9):
    if n:
        d.strew(l.sprigs('parsley', size), region, n, gap=1.2, sink=0, lie=.5)
    d.strew(l.chopped(12, .26), region, cut, sink=.02, lie=.8)


def lime(d, x, y, yaw, half_angle=.55):
    d.set(v.wedges('lime', 1.9, half_angle, 1.15, ('#b9cc62', '#dfe7a4'), ('#4f8a26', '#79ad3c'), (.9, '#eef0cf'), n=1, citrus=True), [(x, y, yaw, 1.0, .1)], sink=.1, lie=.2, d=1.2, rest=96)


def lemon(d, x, y, yaw):
    d.set(v.wedges('lemon', 2.2, .58, 1.2, ('#f1d04a', '#fbeea0'), ('#f2c21d', '#f7d548'), (.88, '#fbf5dc'), n=1, citrus=True), [(x, y, yaw, 1.0, .1)], sink=.05, lie=.2, d=1.5, rest=97)


def sesame(d, region, n):
    d.strew(g.sesame(), region, n, sink=.02, tumble=.4, lie=.9, stamp=False)


def pickles(d, region, n=58, yaw=.9):
    d.strew(v.sticks('carrot', ('#df7826', '#ee9a4a'), 2.8), region, int(n * .65), yaw=yaw, spread=.6, tumble=.12, sink=0, lie=.5)
    d.strew(v.sticks('daikon', ('#dcd2b8', '#ece4cc'), 2.6), region, int(n * .35), yaw=yaw, spread=.6, tumble=.12, sink=0, lie=.5)


def cucumber_rounds():
    return v.discs('cucumber', 1.5, 1.5, .3, ('#dfeab9', '#c3d994'), ('#2f6424', '#4b843a'), 6, (.93, 1., '#6d9b4c'), (.55, '#e6eec6'), seeds='#f3f0cf', thin=.1)


def cucumber_moons():
    return v.discs('cucumber moon', 1.7, 1.7, .5, ('#dfeab9', '#c3d994'), ('#2f6424', '#4b843a'), 6, start=0, end=pi)


def tomato_wedges(n=5):
    return v.wedges('tomato', 1.8, .5, 1.05, ('#d6492e', '#ea7a58'), ('#c0261a', '#d8402a'), None, n=n, core='#e7a266', rough=.05)


def tomato_dice(n=6):
    return v.lumps('tomato dice', [.42, .4, .36], ('#c22a1b', '#e25a3c'), n, rough=.18, angular=.7, level=3, gloss=.25, coat=.3, tint=(1, .3, .15))


def zucchini_moons(roast=None):
    return v.discs('zucchini', 1.35, 1.35, .5, ('#e6e6b0', '#d3d98f'), ('#3f7026', '#628f3c'), 6, (.92, 1., '#8fb058'), start=0, end=pi, seeds='#efe8c0', roast=roast)


def shiitake():
    return v.mushrooms(6, dark=True)


# ---- Noodle salads ----
@plate('lemongrass-chicken-noodle-salad', 'deep', SAGE, 'wood')
def _(d):
    noodles.nest(d, 'vermicelli', height=2.5)
    d.set(l.cos(4), [(-5.0, 3.6, 2.5, .25, -.35), (-2.6, 5.2, 2.0, -.1, -.4), (-6.0, 1.2, 2.95, .2, -.25), (-3.6, 3.9, 2.2, 0, -.15)], sink=.3, lie=.3, d=1.5, rest=80)
    pickles(d, disc(-4.4, -1.8, 2.1), 84)
    d.fan(p.slices('chicken', 7, 2.2, 1.15, .36), (-2.2, -1.2), (3.6, -1.0), 7, turn=pi / 2 - .1)
    d.set(v.ribbons(), [(4.2, 3.4, .5), (5.3, 1.4, 1.0), (2.6, 4.9, .2), (3.6, 2.4, .9)], sink=.2, lie=.5, d=1.2, rest=75)
    d.strew(l.leaf('mint', 6, .8), disc(.2, 2.6, 1.7), 6, gap=.9, tumble=.35, lie=.5)
    d.strew(l.leaf('mint', 6, .7), disc(-1.2, -4.8, 1.6), 4, gap=1, tumble=.3, name='mint front')
    coriander(d, disc(0, -2, 5), 9, .8)
    d.strew(g.peanuts(), disc(1.4, -4.6, 2.6, stretch=1.3), 80, scale=(.45, 1.), tumble=.6, d=.3)
    d.strew(v.chilli(), disc(0, 0, 6), 7, gap=2.5, tumble=.3)
    return 0, -2.4, 4.8


@plate('bay-prawn-and-mango-noodle-salad', 'shallow', SKY, 'linen')
def _(d):
    noodles.nest(d, 'glass', height=1.5, dome=1.2, guides=44)
    d.strew(l.shreds(('#e6efc4', '#b7d287'), 10, 3.2, .4, '#f6f7e4'), both(disc(0, 0, 8.2), half(120, 2.5)), 70, tumble=.3, lie=.5, sink=.1)
    d.strew(v.capsicum(6), disc(4.6, 3.4, 2.3), 12, yaw=.7, spread=.5, lie=.5)
    d.set(v.snow_peas(), [(-5.4, 3.8, .9), (-4.3, 4.6, .6), (-3.2, 5.4, .8), (-6.2, 2.6, 1.2), (-4.6, 3.0, .4)], lie=.4, sink=.1, rest=85)
    mango = v.discs('mango', 2.0, 1.15, .55, ('#f7b62c', '#f2a01e'), ('#f4a92a', '#f9c24a'), 6, gloss=.25, depth=.45, bend=.12)
    d.fan(mango, (2.4, -1.2), (6.0, .9), 6, lean=.55, turn=pi / 2, rest=85)
    d.set(p.prawns(4, 1.12), [(-4.4, -.6, .4, .15, .1), (-2.2, 1.3, 2.0, 0, .2), (-2.0, -2.6, 4.4, .2, 0), (.6, -.4, 1.2, .2, -.1), (-4.6, -3.4, 3.1, .1, .1), (.7, -3.8, 5.2, 0, .2), (-.2, 2.9, .2, .2, 0)], sink=.15, lie=.5, d=1.2, rest=86)
    d.strew(g.cashews(), disc(2.6, -4.4, 3.0), 12, gap=1., tumble=.5)
    coriander(d, disc(-.5, -.5, 6), 7, .8)
    d.strew(l.leaf('mint', 6, .7), disc(0, 0, 6.4), 5, gap=2, tumble=.3)
    d.strew(v.chilli(), disc(0, -1, 6), 8, gap=2, tumble=.3)
    return -1, -2, 3.6


@plate('thai-beef-salad-with-toasted-rice', 'shallow', SLATE, 'wood')
def _(d):
    noodles.nest(d, 'vermicelli', height=1.5, dome=.9)
    d.strew(l.shreds(('#e6efc4', '#b7d287'), 10, 3., .4, '#f6f7e4'), disc(-4.6, 3.6, 3), 60, tumble=.3, lie=.5)
    d.strew(cucumber_rounds(), disc(4.6, 3.9, 2.8), 11, gap=1.2, tumble=.5, lie=.4, yaw=.4, spread=.8)
    d.fan(p.slices('beef', 7, 2.1, 1.0, .26), (-4.4, -1.0), (3.0, .4), 9, lean=.7, turn=pi / 2 - .15)
    d.fan(p.slices('beef', 7, 2.0, 1.0, .26), (-2.4, -4.0), (2.2, -3.0), 6, lean=.62, turn=pi / 2 - .15)
    d.strew(v.cherry_tomatoes(), disc(5.5, -1.8, 2.6), 6, gap=1.9, tumble=.25, sink=.3)
    d.strew(v.cherry_tomatoes(), disc(-1.0, 4.2, 2.2), 3, gap=1.9, tumble=.25, sink=.3, name='back tomatoes')
    d.strew(v.onion_slivers(), disc(0, 1.8, 4.5), 16, tumble=.3, lie=.5)
    d.strew(l.leaf('mint', 6, .85), disc(0, -1, 6.8), 9, gap=1.8, tumble=.35, lie=.5)
    coriander(d, disc(0, -1, 6.8), 8, .9)
    d.strew(g.peanuts(), disc(.5, -2.5, 4.5), 60, scale=(.45, .95), tumble=.6, d=.3)
    d.strew(g.toasted_rice(), disc(0, -1.0, 5), 150, tumble=.6, d=.3, stamp=False)
    d.strew(v.chilli(), disc(0, -1, 6), 8, gap=2, tumble=.3)


@plate('teriyaki-salmon-soba', 'shallow', CREAM, 'stone')
def _(d):
    noodles.nest(d, 'soba', height=1.5, dome=.8)
    d.set(l.stems(3, 6.2, .5), [(-4.9, 4.6, 2.4), (-5.8, 2.8, 2.7), (-3.4, 5.6, 2.0)], sink=.3, lie=.4, rest=80)
    d.set(v.snow_peas(), [(4.6, 4.2, -.5), (5.4, 3.2, -.7), (3.6, 5.2, -.3), (6.2, 2.0, -.9), (4.4, 3.0, -.3)], lie=.4, sink=.1, rest=85)
    d.strew(v.ribbons('carrot', 5, .9, ('#ef8f35', '#e57e28'), '#e57e28', 3.4), disc(-5.4, -1.8, 2.2), 8, gap=.8, tumble=.3, sink=.3, rest=80)
    d.strew(g.edamame(), both(disc(0, 0, 8.2), half(-70, .5)), 26, gap=.8, tumble=.4)
    d.set(p.fillet('salmon'), [(.6, -.4, .28, -.12, 0)], sink=.3, lie=.2, d=2.5, rest=80)
    d.set(p.flakes('salmon', ('#e58a5e', '#f3b08a'), .95, roast='#8a3f14', roasted=.35), [(4.6, -3.2, .8), (5.6, -1.6, 2.0), (3.2, -4.6, 3.0)], sink=.15, lie=.6)
    sesame(d, disc(.6, -.4, 4.6, stretch=1.2), 150)
    d.strew(l.spring_onion(), disc(.5, -.6, 5), 36, tumble=.5)
    return .5, -2, 3.6


# ---- Rice bowls ----
@plate('sticky-ginger-tempeh-rice-bowl', 'deep', SLATE, 'linen')
def _(d):
    rice(d, 'brown', ALL, 2.7, 3800)
    d.strew(l.shreds(('#6a2a5e', '#8e4a86'), 10, 2.8, .26, '#e6cfe0'), disc(-4.6, 2.6, 2.6), 70, tumble=.3, lie=.6)
    d.strew(v.sticks('carrot', ('#df7826', '#ee9a4a')), disc(-5.0, -1.4, 1.8), 34, yaw=1.2, spread=.5, tumble=.1, lie=.6)
    d.set(v.broccolini(4, 5.6), [(1.2, 5.2, 2.5), (2.9, 4.8, 2.2), (4.4, 4.0, 1.9), (3.0, 3.6, 2.3)], sink=.15, lie=.4, rest=86)
    d.strew(g.edamame(), disc(5.2, .2, 2.0, stretch=.9), 30, gap=.55, tumble=.5)
    d.set(p.tempeh(), [(-2.6, -3.0, 1.2, 0, .1), (-.4, -2.0, 1.3, 0, .28), (2.0, -2.6, 1.15, 0, .3), (.2, .9, .5, .2, .1)], sink=.05, lie=.4, d=1.5, rest=94)
    sesame(d, disc(.2, -2.0, 3.8), 70)
    d.strew(l.spring_onion(), disc(0, -1.6, 4.4), 20, tumble=.5)
    lime(d, 5.4, -3.8, .9)
    return 0, -2.4, 4.6


@plate('smoky-beef-burrito-bowl', 'deep', CLAY, 'wood')
def _(d):
    rice(d, 'brown', ALL, 2.7, 3800)
    d.bed(sector(60, 150), 3.2, '#4a2415', 'mince', dome=.5)
    mince = p.mince(('#6a3420', '#8c4a2c', '#54281a', '#7c3a20'))
    d.strew(mince, both(disc(-1.2, 3.6, 4.2), half(100, .2)), 330, tumble=.8, sink=.12, lie=.9, scale=(.7, 1.35))
    d.strew(g.black_beans(), disc(-5.0, -1.0, 2.5), 75, tumble=.5, sink=.06)
    d.strew(g.corn(.6), disc(4.9, 1.7, 2.4), 100, tumble=.6, sink=.05)
    d.strew(v.capsicum(6, roasted=.4), disc(5.0, -2.2, 1.9), 10, yaw=1.2, spread=.5, lie=.5)
    d.strew(tomato_dice(), disc(.4, -1.6, 2.4), 60, tumble=.6, sink=.08)
    d.strew(v.onion_slivers(r=.6), disc(.4, -1.6, 2.3), 14, tumble=.4)
    d.strew(dairy.grated(), disc(-1.4, 2.6, 2.4), 55, tumble=.4, lie=.6)
    coriander(d, disc(0, 0, 3.2), 10, .85)
    d.strew(l.chopped(), disc(.4, -1.6, 2.6), 25)
    lime(d, -2.6, -5.2, 2.4)
    return 0, -1.5, 4.6


@plate('pork-san-choy-bow-rice-bowl', 'deep', SKY, 'stone')
def _(d):
    rice(d, 'jasmine', ALL, 2.7, 3800)
    d.set(l.cos(4, 5.4, 3.6), [(-4.6, 3.8, 2.4, .3, -.4), (-2.2, 5.2, 1.9, -.1, -.45), (-5.8, 1.4, 2.9, .2, -.3)], sink=.4, lie=.3, d=1.5, rest=78)
    d.bed(disc(.8, -.6, 4.6), 3.1, '#6b4328', 'pork', dome=.6, peak=(.8, -.6), spread=3.5)
    heap_of = disc(.8, -.6, 4.7)
    d.strew(p.mince(('#b07c52', '#9a663e', '#c2935f', '#845434')), heap_of, 380, tumble=.8, sink=.1, lie=.9, scale=(.7, 1.35))
    chestnut = v.discs('water chestnut', .85, .8, .26, ('#e9dcb8', '#f3e8cc'), ('#d9c79c', '#e6d8b4'), 5)
    d.strew(chestnut, heap_of, 14, gap=1.3, tumble=.6, sink=.1, lie=.6)
    d.strew(shiitake(), heap_of, 8, gap=1.4, tumble=.4, sink=.15, scale=(.6, .8))
    d.strew(v.sticks('carrot', ('#df7826', '#ee9a4a'), 2.0, .2), heap_of, 22, tumble=.3)
    d.set(v.snow_peas(), [(4.8, 3.2, -.6), (5.6, 2.0, -.9), (3.9, 4.2, -.4), (4.5, 2.2, -.5)], lie=.4, sink=.1, rest=85)
    d.strew(l.spring_onion(), heap_of, 60, tumble=.5)
    return .5, -2, 4.8


@plate('crispy-tofu-bibimbap', 'deep', SLATE, 'wood')
def _(d):
    rice(d, 'jasmine', ALL, 2.8, 3200, dome=.4)
    r = 6.8
    d.strew(l.wilted(), sector(100, 160, 1.6, r), 26, gap=.9, tumble=.4, sink=.4, rest=75)
    d.strew(v.sticks('carrot', ('#df7826', '#ee9a4a'), 2.8, .24), sector(42, 98, 1.8, r), 95, yaw=1.2, spread=.35, tumble=.1, lie=.6)
    d.strew(shiitake(), sector(-20, 38, 1.8, r), 26, gap=.75, tumble=.4, sink=.1, scale=(.75, 1))
    d.strew(g.edamame(), sector(-66, -22, 2, r), 60, gap=.45, tumble=.5, scale=(.75, .85))
    tofu = p.cubes('gochujang tofu', .95, ('#c4421c', '#de6a2e'), '#7c1f0c', 6, roasted=.7, gloss=.25, coat=.5)
    d.strew(tofu, sector(165, 292, 1.5, 6.6), 19, gap=1.55, tumble=.3, sink=.15, lie=.4)
    d.strew(dairy.egg_ribbons(), disc(.1, .3, 2.5), 24, tumble=.25, sink=.1, lie=.5)
    sesame(d, disc(0, 0, 6), 150)
    d.strew(l.spring_onion(), disc(0, -.5, 5.5), 24, tumble=.5)
    return 0, -1.5, 4.6


@plate('harissa-tofu-and-chickpea-quinoa-bowl', 'deep', CLAY, 'linen')
def _(d):
    heap(d, g.quinoa(), ALL, 2.7, 5200, '#cdb27c', .1)
    d.strew(l.leaf('spinach', 7, .9), disc(-4.6, 3.6, 3.0), 20, gap=.9, tumble=.4, sink=.1, lie=.5)
    pumpkin = v.wedges('pumpkin', 2.3, .34, 1.25, ('#e8862a', '#f3a244'), ('#4b6a4a', '#6d8560'), n=4, roast='#8a3d12', depth=.35, rough=.05)
    d.set(pumpkin, [(2.2, 4.6, .3, 1.1, .1), (4.2, 3.4, -.3, 1.2, 0), (5.2, 1.4, -.8, 1.1, .1)], sink=.25, lie=.3, rest=88)
    d.strew(v.capsicum(6, roasted=.5), disc(-5.2, -1.0, 2.0), 14, yaw=1.4, spread=.5, lie=.5)
    tofu = p.cubes('harissa tofu', .95, ('#c85a22', '#dd8340'), '#7c2a10', 6, roasted=.75)
    d.strew(tofu, disc(.2, -1.4, 3.7), 13, gap=1.6, tumble=.35, sink=.15, lie=.4)
    d.strew(g.chickpeas(('#c77a35', '#e3a768')), disc(1.0, -1.4, 5.0), 52, gap=.75, tumble=.5)
    dairy.drizzle(d, [(-3.2, -3.4), (-1.6, .6), (.4, -3.6), (1.6, .8), (3.2, -3.2), (4.2, -.4)], .26, ('#efe0bd', '#f8efd6'), 'tahini')
    d.strew(g.pumpkin_seeds(), disc(0, -1, 5), 34, gap=.8, tumble=.4)
    parsley(d, disc(0, -1, 5), 4, 45)
    return 0, -2, 4.7


@plate('beef-bulgogi-with-sesame-greens', 'deep', SAGE, 'linen')
def _(d):
    rice(d, 'jasmine', ALL, 2.8, 4200)
    d.strew(l.wilted(), disc(-4.9, 2.4, 2.6), 24, gap=.85, tumble=.4, sink=.4, rest=75)
    d.strew(v.sticks('carrot', ('#df7826', '#ee9a4a'), 3., .24), disc(4.6, 3.2, 2.3), 42, yaw=-.5, spread=.5, tumble=.1, lie=.6)
    d.strew(v.sticks('cucumber stick', ('#dbe8b4', '#c3d994'), 3., .34, skin='#3a6b2a'), disc(4.8, 2.9, 2.2), 26, yaw=-.5, spread=.5, tumble=.1, lie=.6)
    d.strew(p.thin_beef(), disc(.0, -1.5, 4.8), 52, gap=.9, tumble=.25, sink=.1, lie=.6, rest=86)
    d.strew(v.mushrooms(), disc(.0, -1.6, 4.4), 8, gap=1.6, tumble=.4, sink=.1, scale=(.7, .9))
    sesame(d, disc(-1, -.5, 5.5), 130)
    d.strew(l.spring_onion(), disc(0, -1.6, 4.4), 50, tumble=.5)
    return 0, -2, 4.8


@plate('vietnamese-caramel-pork-and-egg', 'deep', CREAM, 'wood')
def _(d):
    rice(d, 'jasmine', half(15, -1.2), 2.9, 3400)
    d.set(l.stems(3, 6.4), [(-3.6, 4.6, 2.1), (-5.0, 3.4, 2.5), (-2.2, 5.3, 1.8)], sink=.2, lie=.4, rest=80)
    d.fill(half(195, -.9), 1.9)
    pork = p.chunks('caramel pork', 1.35, ('#7c3d18', '#a35c26'), 6, '#3a1706', roasted=.6, gloss=.2, coat=.7)
    d.strew(pork, both(disc(-2.6, -1.4, 4.4), half(190, -1.4)), 11, gap=2.0, tumble=.3, sink=.5, lie=.2, rest=70)
    d.sauce('caramel', half(195, -.9), 2.35, ('#5a2508', '#8a4512'), ('#3a1404', .8), cover=.05, bare=.1, gloss=.06, depth=.15)
    d.set(dairy.egg_halves(2, 1.75, '#c98a4a'), [(-.4, -4.2, .5, .1, .15), (-3.4, -4.6, 2.2, .15, -.1)], sink=.35, lie=.3, d=1.4, rest=80)
    pickles(d, disc(4.9, -1.8, 1.8), 40, 1.2)
    d.strew(l.spring_onion(), disc(-2.2, -1, 4), 44, tumble=.5)
    d.strew(v.chilli(), disc(-1.5, -1.5, 4), 7, gap=1.6, tumble=.3)
    return -1, -2.5, 4.4


# ---- Curries and braises beside a grain ----
@plate('butter-chicken-with-basmati-and-peas', 'deep', CREAM, 'linen')
def _(d):
    rice(d, 'basmati', half(26, -1.0), 3.0, 4600, peak=(3, 1.2))
    d.strew(g.peas(), half(26, .6), 70, gap=.6, sink=.12, margin=.6)
    d.fill(half(206, -1.0), 2.35)
    chicken = p.chunks('butter chicken', 1.45, ('#c26a26', '#d98f45'), 5, '#8a3f12')
    d.strew(chicken, both(half(206, -.2), disc(-3.2, .8, 4.6)), 9, gap=2.2, tumble=.3, sink=.55, lie=.2, rest=70)
    d.sauce('butter sauce', half(206, -1.3), 2.9, ('#c05a1e', '#dc8a3e'), ('#a23a0c', .8), ('#4d4a1c', .6))
    dairy.drizzle(d, [(-4.8, -3.0), (-3.2, -4.6), (-1.0, -5.2), (.4, -4.2), (-.6, -3.2), (-2.2, -3.4), (-2.6, -4.2)], .26, ('#f8ecd4', '#fdf6e6'), 'cream', .05)
    coriander(d, disc(-1.2, .8, 1.8), 8, 1.1)
    return -1, -1.8, 4.4


@plate('goan-snapper-curry', 'deep', SKY, 'wood')
def _(d):
    rice(d, 'basmati', half(150, -.6), 3.0, 4600, peak=(-3, 2))
    d.fill(half(-30, -.8), 2.4)
    fish = p.flakes('snapper', ('#e2c296', '#efd5ae'), 1.6, 6, '#b9561f', .8)
    d.strew(fish, both(half(-30, -.4), disc(2.2, -1.4, 5.4)), 9, gap=2.6, tumble=.3, sink=.4, lie=.2, rest=70)
    d.sauce('goan sauce', half(-30, -1.1), 2.9, ('#a33a14', '#c2622c'), ('#7c1e06', .8), ('#571a08', .5), cover=.16, bare=.5, soften=2)
    d.strew(v.green_beans(5, 3.4, .28), both(disc(3.8, 1.4, 3.4), half(-30, .5)), 16, gap=.6, tumble=.2, sink=.15, lie=.5)
    d.strew(g.small_seeds(('#3a2416', '#1f140d'), .1), both(half(-30, -.5), disc(2, -1.5, 6)), 70, stamp=False)
    coriander(d, disc(1.2, -.6, 2.2), 9, 1.1)
    coriander(d, disc(3, -3, 2.5), 4, .9)
    return 1, -2, 4.4


@plate('green-curry-chicken-with-jasmine-rice', 'deep', CLAY, 'linen')
def _(d):
    rice(d, 'jasmine', half(155, .4), 3.1, 3800, peak=(-4, 2))
    d.fill(half(-25, -1.3), 2.5)
    chicken = p.chunks('poached chicken', 1.45, ('#efe0bd', '#e0cb9c'), 6)
    where = both(half(-25, -1.), disc(1.8, -1, 6))
    d.strew(chicken, where, 12, gap=2.1, tumble=.3, sink=.45, lie=.2, rest=70)
    d.sauce('green curry', half(-25, -1.6), 2.95, ('#8fae58', '#bccb86'), ('#5d8a2c', .7), ('#3d6a26', .6), cover=.04, bare=.4)
    d.strew(v.eggplant_pieces(), where, 9, gap=1.9, tumble=.5, sink=.45, lie=.3, rest=75)
    d.strew(v.green_beans(5, 3.2, .28), where, 12, gap=1.1, tumble=.2, sink=.2, lie=.5)
    bamboo = v.discs('bamboo', 1.5, .5, .2, ('#f1e3b4', '#e5d196'), ('#e0c988', '#eddcab'), 5, wobble=.15)
    d.strew(bamboo, where, 6, gap=1.7, tumble=.4, sink=.1, lie=.5)
    d.strew(v.capsicum(6, length=2.2), where, 7, gap=1.6, tumble=.3, lie=.4)
    d.strew(l.leaf('thai basil', 6), disc(.6, .4, 2.4), 9, gap=1., tumble=.4, lie=.4)
    d.strew(v.chilli(), disc(1.8, -2, 4), 7, gap=1.6, tumble=.3)
    return 1, -2, 4.4


@plate('spinach-dal-with-golden-paneer', 'deep', SAND, 'wood')
def _(d):
    rice(d, 'basmati', half(65, 1.6), 3.1, 2600, peak=(2, 4))
    d.fill(half(245, -1.9), 2.6)
    d.sauce('dal', half(245, -2.2), 3.1, ('#c9831f', '#e3a83c'), ('#a8640f', .5), ('#7c3a10', .4), chunky=.10, gloss=.2)
    where = both(half(245, -1.6), disc(-.6, -1.2, 6.6))
    d.strew(g.lentils('red'), where, 420, sink=.14, stamp=False, lie=.9, d=.4)
    d.strew(l.wilted(6, ('#1f4a1a', '#437a2c')), where, 30, gap=1.2, tumble=.3, sink=.25, rest=80, lie=.8, scale=(.55, .85))
    paneer = p.cubes('paneer', .95, ('#f3dfb0', '#f9ecca'), '#b8691c', 6, roasted=1.)
    d.strew(paneer, both(disc(-1.8, -.8, 3.6), where), 13, gap=1.75, tumble=.35, sink=.25, lie=.3)
    dairy.dollop(d, 3.1, -2.6, 1.7, .9, flecks='#5d8a4a')
    coriander(d, disc(-.6, -.6, 4.6), 11, 1.)
    d.strew(g.small_seeds(('#3a2416', '#1f140d'), .1), where, 40, stamp=False)
    return 0, -2, 4.4


@plate('smoky-black-bean-and-tofu-chilli', 'deep', SLATE, 'linen')
def _(d):
    rice(d, 'brown', half(150, 1.0), 3.1, 2800, peak=(-4, 3))
    where = both(half(-30, -1.4), disc(0, 0, 7.6))
    d.fill(half(-30, -1.5), 2.5)
    d.sauce('chilli sauce', half(-30, -1.8), 2.9, ('#5f1f0e', '#8a3316'), ('#3d1006', .6), chunky=.16, gloss=.2)
    d.strew(g.black_beans(), where, 130, gap=.62, tumble=.6, sink=.22, lie=.6)
    d.strew(p.mince(('#c99a66', '#b07a48', '#8a4a26'), 8, .42), where, 80, gap=.7, tumble=.6, sink=.2)
    d.strew(v.capsicum(6, length=2.2, roasted=.4), where, 14, gap=1.3, tumble=.3, sink=.15, lie=.6)
    d.strew(g.corn(.7), disc(4.4, 3.0, 2.4), 85, tumble=.6, sink=.05)
    d.strew(tomato_dice(), disc(1.0, -1.4, 2.1), 40, tumble=.6)
    d.strew(v.onion_slivers(r=.5), disc(1.0, -1.4, 2), 10, tumble=.4)
    coriander(d, disc(1.0, -1.2, 2.4), 10, .95)
    d.strew(g.pumpkin_seeds(), where, 34, gap=1., tumble=.4)
    lime(d, -2.8, -4.6, 2.2)
    return .5, -2, 4.4


@plate('moroccan-chicken-with-apricot-couscous', 'shallow', SKY, 'linen')
def _(d):
    heap(d, g.couscous(), half(150, -2.4), 1.4, 6500, '#d9ac58', .1, dome=.7, peak=(-3, 2))
    apricot = v.lumps('apricot', [.55, .5, .36], ('#d9701c', '#ee9a3a'), 5, rough=.25, angular=.5, gloss=.3, coat=.3)
    d.strew(apricot, both(half(150, -1), disc(0, 0, 8)), 22, gap=1.1, tumble=.4, sink=.1)
    d.fill(half(-30, -.5), .8)
    chicken = p.chunks('braised thigh', 1.7, ('#b9702e', '#d39550'), 5, '#7a3a12')
    where = both(half(-30, -1.2), disc(1.4, -.8, 6.8))
    d.strew(chicken, where, 10, gap=2.5, tumble=.25, sink=.4, lie=.2, rest=72)
    d.sauce('braise', half(-30, -.8, .8), 1.2, ('#a8461a', '#c96f2c'), ('#8a2a08', .7), cover=.05, bare=.4, chunky=.05)
    d.strew(g.chickpeas(), where, 34, gap=.9, tumble=.4, sink=.1)
    d.strew(zucchini_moons(), where, 11, gap=1.6, tumble=.5, sink=.2, lie=.4)
    d.strew(v.discs('carrot round', .95, .95, .5, ('#e8862a', '#f0a048'), ('#df7826', '#ea8f3c'), 4), where, 9, gap=1.6, tumble=.5, sink=.2, lie=.4)
    d.strew(g.almonds(), disc(0, 0, 7), 34, gap=.9, tumble=.4)
    d.strew(l.leaf('mint', 6, .75), disc(.5, -.5, 5), 8, gap=1.6, tumble=.35)
    coriander(d, disc(.5, -.5, 6), 9, .9)
    return .5, -2.2, 3.2


# ---- Salads and plates ----
@plate('chicken-and-kale-caesar', 'shallow', CREAM, 'wood')
def _(d):
    d.bed(disc(0, 0, 9.5), 1.0, '#4f7a35', 'leaf', dome=.8)
    d.strew(l.kale(), disc(0, 0, 8.2), 22, gap=1.7, tumble=.35, sink=.5, rest=72)
    d.strew(l.cos(6, 4.4, 2.8), disc(0, 0, 8.4), 40, gap=1.5, tumble=.4, sink=.45, rest=72)
    d.strew(g.white_beans(), disc(0, 0, 7.6), 60, gap=1.0, tumble=.5, sink=.05)
    d.fan(p.slices('breast', 6, 2.1, 1.15, .4), (-3.6, -1.2), (2.6, -2.0), 7, turn=pi / 2 - .1, lean=.7)
    d.set(dairy.egg_halves(2, 1.75), [(4.9, .6, .6, .1, .1), (3.0, 3.0, 1.6, -.05, .1)], sink=.3, lie=.3, d=1.4, rest=80)
    dairy.drizzle(d, [(-5.6, 1.2), (-3.4, -.6), (-2.4, 1.8), (-.2, -1.8), (.8, 1.0), (2.6, -2.6), (3.2, .2)], .24, ('#f1e6c6', '#f8f1dc'), 'caesar dressing', flecks='#6b5a3c')
    d.strew(g.sourdough(), disc(0, -.5, 7.4), 60, gap=.7, tumble=.6, scale=(.7, 1.7))
    d.strew(dairy.shavings(), disc(0, 0, 6.8), 9, gap=2.2, tumble=.35, lie=.5)
    return 0, -2, 3.6


@plate('tuna-and-green-bean-nicoise', 'shallow', SLATE, 'linen')
def _(d):
    d.bed(disc(0, 0, 9.4), .8, '#7fa552', 'leaf', dome=.5)
    d.strew(l.cos(6, 4.6, 3.0), disc(0, 0, 8.4), 38, gap=1.6, tumble=.3, sink=.5, rest=72)
    potato = v.lumps('kipfler', [1.7, .95, .75], ('#ecd491', '#f6e6b4'), 5, rough=.08, angular=.15, gloss=.5, roast='#b98a4a', roasted=.35)
    d.strew(potato, sector(110, 195, 1.5, 7.6), 11, gap=1.7, tumble=.3, sink=.2, lie=.4)
    d.strew(v.green_beans(6, 6, .32), disc(4.0, 3.6, 2.4), 17, yaw=-.45, spread=.14, tumble=.06, lie=.4, rest=86)
    tuna = p.flakes('tuna', ('#c79f86', '#e3c6b0'), 1.05, 6)
    d.strew(tuna, disc(-.3, -.9, 3.2), 17, gap=1.3, tumble=.4, sink=.2, lie=.4)
    d.set(dairy.egg_halves(2, 1.75), [(4.9, -1.2, .9, .1, .1), (2.9, -4.4, 2.4, .1, .1)], sink=.3, lie=.3, d=1.4, rest=80)
    d.strew(v.cherry_tomatoes(), disc(-4.6, -3.2, 2.7), 6, gap=1.9, tumble=.25, sink=.3)
    d.strew(v.cherry_tomatoes(), disc(.6, 4.4, 2), 3, gap=1.9, tumble=.25, sink=.3, name='back tomatoes')
    d.strew(v.olives(), disc(0, -.4, 6.4), 13, gap=1.9, tumble=.4)
    d.strew(v.onion_slivers(6, ('#efdfe6', '#f6eef0'), '#9a5a78', .9), disc(0, -1, 4.5), 10, gap=1.4, tumble=.3)
    d.strew(v.capers(), disc(-.2, -.8, 4), 22, gap=.7)
    parsley(d, disc(0, -.5, 6), 5, 45)
    return 0, -2, 3.4


@plate('chicken-souvlaki-with-lemon-potatoes', 'plate', SKY, 'linen')
def _(d):
    potato = v.lumps('roast kipfler', [1.9, 1.0, .85], ('#e3b04c', '#f0cd78'), 6, rough=.1, angular=.3, gloss=.4, roast='#8f4f16', roasted=.85)
    d.strew(potato, disc(-4.6, 3.4, 3.4), 13, gap=1.7, tumble=.3, lie=.5)
    d.strew(tomato_wedges(), disc(4.8, 3.6, 3.3), 9, gap=1.6, tumble=.6, lie=.4)
    d.strew(cucumber_moons(), disc(4.8, 3.6, 3.4), 11, gap=1.3, tumble=.7, lie=.4, sink=.1)
    d.strew(v.olives(), disc(4.8, 3.4, 3.2), 8, gap=1.5, tumble=.4)
    d.strew(v.onion_slivers(), disc(4.8, 3.4, 3.2), 10, gap=1., tumble=.3)
    chicken = p.chunks('souvlaki', 1.35, ('#b87535', '#d39a58'), 6, '#5a2810', roasted=.7)
    d.strew(chicken, disc(.4, -3.6, 2.7, stretch=1.5), 13, gap=1.7, tumble=.3, lie=.4)
    d.strew(l.chopped(10, .14, ('#4d5a2a', '#7d8a48')), disc(.4, -3.6, 3.2, stretch=1.5), 130, stamp=False)
    dairy.dollop(d, 6.3, -.8, 2.0, 1., flecks='#7fa35a', name='tzatziki')
    parsley(d, disc(-1.5, -1, 6), 7, 80)
    lemon(d, -5.9, -2.6, 2.2)
    return 0, -3.5, 2.6


@plate('lamb-kofta-with-freekeh-tabouli', 'plate', CREAM, 'wood')
def _(d):
    where = disc(-2.8, 1.8, 6.2)
    heap(d, g.freekeh(), where, 1.2, 3000, '#7d6838', .14, dome=.8, peak=(-2.8, 2), soft=2.)
    d.strew(tomato_dice(), where, 70, gap=.7, tumble=.6, sink=.1)
    d.strew(v.lumps('cucumber dice', [.4, .38, .34], ('#c9de9a', '#e3eec2'), 5, rough=.1, angular=.75, level=3), where, 45, gap=.7, tumble=.6, sink=.1)
    d.strew(l.chopped(12, .34), where, 330, sink=.02, tumble=.4)
    d.strew(v.onion_slivers(r=.6), where, 22, gap=.9, tumble=.4)
    beet = v.wedges('beetroot', 1.9, .5, 1.05, ('#6d1230', '#96204a'), ('#3d0a1c', '#5c1228'), n=4, depth=.2, gloss=.25, rough=.05)
    d.strew(beet, disc(5.8, 2.8, 2.8), 7, gap=1.8, tumble=.6, lie=.4)
    d.set(p.koftas(), [(-4.6, -1.6, 1.05), (-2.1, -2.3, 1.15), (.4, -2.9, 1.05), (2.9, -3.2, 1.1)], sink=.1, lie=.7, d=2, rest=88)
    dairy.dollop(d, 6.1, -2.4, 1.9, .9)
    d.strew(l.leaf('mint', 6, .8), disc(-1, -.5, 5.5), 12, gap=1.7, tumble=.35)
    return 0, -3.2, 2.8


@plate('zucchini-feta-frittata-with-lentils', 'plate', SAGE, 'linen')
def _(d):
    where = disc(-2.2, 1.2, 6.4, .5, 1.15)
    heap(d, g.lentils('puy'), where, .7, 3200, '#3f3a26', .1, dome=.5, peak=(-2.5, 1.5), soft=2.)
    d.strew(v.onion_slivers(r=.6), where, 12, gap=1.2, tumble=.4)
    potato = v.discs('kipfler slice', 1.15, 1.0, .5, ('#f0dc9c', '#e6c878'), ('#b98a4a', '#cda05c'), 5)
    d.strew(potato, disc(-5.6, 3.2, 2.6), 8, gap=1.5, tumble=.4, lie=.5)
    d.strew(l.rocket(), disc(3.0, 5.2, 2.9, stretch=1.3), 42, gap=.5, tumble=.4, lie=.4, sink=.1)
    d.set(bakes.frittata(), [(.4, -.4, -.35)], sink=.05, lie=.0, rest=96)
    d.strew(v.cherry_tomatoes(True, True), disc(-4.6, -4.4, 1.9), 5, gap=1.6, tumble=.3, sink=.1, scale=(.75, .9))
    d.strew(v.cherry_tomatoes(True, True), disc(5.2, -3.8, 1.7), 3, gap=1.6, tumble=.3, sink=.1, name='right tomatoes', scale=(.75, .9))
    d.strew(l.needles('dill'), disc(-.4, -.8, 4.5), 9, gap=1.4, tumble=.2)
    parsley(d, where, 0, 60)
    return .5, -3.2, 3.


@plate('macadamia-crusted-barramundi', 'plate', CREAM, 'linen')
def _(d):
    d.mash('sweet potato mash', -2.9, 1.6, 5.6, ('#cf7426', '#e29040'), 2.1)
    d.strew(v.green_beans(), disc(3.6, 2.6, 1.7), 12, yaw=-.42, spread=.12, tumble=.04, sink=.06, lie=.5, d=1.2, rest=90)
    d.set(v.broccolini(4, 7.6), [(3.4, 5.8, -.22), (3.0, 6.9, -.08), (4.6, 4.7, -.36)], sink=.15, lie=.4, rest=88)
    fish = p.fillet('barramundi')[0]
    at = d.drop(fish, .6, -1.9, .30, (-.16, -.02), sink=.4, lie=.3, d=2.5, rest=76)
    crust(d, fish, at)
    d.strew(g.crumbs(('#c98f3e', '#a86d28', '#dcab5c'), .2), disc(1, -5.2, 4, stretch=1.4), 24, scale=(.4, .9), d=.3)
    lemon(d, 6.8, -4.2, 1.0)
    parsley(d, disc(-.6, .4, 2.6), 5, 30)
    return .5, -3.2, 2.6


def crust(d, fish, at):
    """Nuts and crumbs pressed on the upper side of a fillet."""
    rng = stream(d.slug + 'crust')
    points = points_of(fish)
    upper = np.where(points[:, 2] > .35)[0]
    kinds = (g.crumbs(('#c98f3e', '#a86d28', '#dcab5c', '#8d5520'), .19, 12), g.crumbs(('#e6cf9c', '#d2a966', '#efdcb4', '#b98546'), .3, 8, level=3), l.chopped(8, .2))
    for _ in range(2100):
        u = rng.uniform()
        some = kinds[0 if u < .8 else 1 if u < .9 else 2]
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0] * rng.uniform(.5, 1.1)
        m = np.eye(4)
        m[:3, :3] = turn * np.sign(np.linalg.det(turn))
        m[:3, 3] = at[:3, :3] @ points[upper[rng.integers(len(upper))]] + at[:3, 3] + [0, 0, rng.uniform(0, .1)]
        put(some[rng.integers(len(some))], m)
    d.stamp((points + [0, 0, .2]) @ at[:3, :3].T + at[:3, 3])


@plate('roast-pork-fillet-with-apple-and-fennel', 'plate', SLATE, 'linen')
def _(d):
    d.mash('potato mash', -3.4, 2.2, 5.0, ('#ecdba9', '#f6ecc9'), 2.0)
    d.strew(v.green_beans(), disc(4.2, 5.2, 2.0), 13, yaw=-.3, spread=.12, tumble=.04, lie=.5, rest=90)
    fennel = v.wedges('fennel', 2.0, .3, 1.3, ('#eee6bd', '#dcd59a'), ('#d9d9a0', '#e9e8c0'), n=4, roast='#a8702a', roasted=.55)
    d.strew(fennel, disc(5.6, .8, 2.7), 5, gap=1.8, tumble=.5, lie=.4)
    apple = v.wedges('apple', 1.8, .38, 1.15, ('#f3dfa0', '#e9c66f'), ('#a8241c', '#c94a2c'), n=4, roast='#b0702a', roasted=.45, core='#e9dca8')
    d.strew(apple, disc(4.8, -2.9, 2.6), 6, gap=1.7, tumble=.5, lie=.4)
    d.fan(p.slices('pork', 6, 1.75, 1.6, .5), (-4.4, -2.6), (2.0, -3.4), 6, lean=.72, turn=pi / 2 - .05, bow=-.5)
    d.sauce('cider sauce', disc(-1.2, -4.6, 2.6, .4, 1.9), .22, ('#c99a4a', '#dfb968'), flecks=('#7a5a1c', .8), cover=.02, bare=.0, soften=2, soft=.5)
    d.strew(g.small_seeds(('#d9b04a', '#a87a24'), .11), disc(-1.2, -4.4, 3, stretch=1.5), 70, stamp=False)
    d.strew(l.needles('thyme'), disc(-1.4, -1.6, 4), 6, gap=1.8, tumble=.2)
    return 0, -3.4, 2.6


@plate('smoky-beef-brisket-with-sweet-potato', 'plate', SAND, 'wood')
def _(d):
    sweet = v.wedges('sweet potato', 1.7, .42, 2.1, ('#d9722a', '#ea9244'), ('#8a3a2c', '#a8523a'), n=5, roast='#6b2a0e', depth=.3, rough=.06)
    d.set(sweet, [(-5.2, 4.2, .5, 1.2), (-2.6, 5.6, .2, 1.0), (-6.0, 1.4, .9, 1.2), (-3.6, 2.9, .4, 1.1), (.2, 5.0, -.1, 1.2), (-6.6, -1.2, 1.3, 1.1)], sink=.1, lie=.3, rest=92)
    d.strew(g.black_beans(), disc(5.6, 3.0, 2.8), 95, tumble=.5, sink=.05)
    d.strew(g.corn(.75), disc(6.0, -1.6, 2.5), 110, tumble=.6, sink=.05)
    d.bed(disc(-.6, -1.6, 4.4, .4, 1.15), .9, '#4a2010', 'brisket', dome=.9, peak=(-.6, -1.6), spread=3.)
    d.strew(p.pulled(('#6d341a', '#a35f34')), disc(-.6, -1.7, 4.2, .4, 1.15), 80, yaw=.3, spread=.5, tumble=.2, gap=.5, sink=.15, lie=.7, rest=85)
    d.sauce('smoky glaze', disc(-.6, -1.8, 2.6), .3, ('#7c2c0e', '#a3481a'), ('#4a1404', .7), cover=.03, bare=.35, soften=1, soft=.8, stamp=False)
    d.strew(v.onion_slivers(), disc(-.6, -1.6, 3.4), 9, gap=1., tumble=.3)
    coriander(d, disc(-.4, -1.6, 4.4), 13, 1.)
    return 0, -3, 2.8


# ---- Braises on mash, beans and pasta ----
@plate('slow-cooked-lamb-with-white-beans', 'shallow', SLATE, 'wood')
def _(d):
    d.bed(disc(0, 0, 9.3), .9, '#b09a6e', 'beans', dome=.4)
    d.strew(l.wilted(6, ('#27501f', '#4f8238')), disc(-1, .5, 7.4), 30, gap=1.4, tumble=.35, sink=.5, rest=72)
    d.strew(g.white_beans(), disc(0, 0, 8.4), 190, gap=.72, tumble=.5, sink=.08)
    carrot = v.lumps('roast carrot', [2.3, .62, .58], ('#d96a1e', '#ec8f3c'), 5, rough=.1, angular=.1, roast='#6b2a0e', roasted=.7)
    d.strew(carrot, disc(5.2, 2.6, 2.8), 9, yaw=-.5, spread=.3, gap=1., tumble=.12, lie=.5)
    potato = v.lumps('roast kipfler', [1.7, .95, .85], ('#e3b04c', '#f0cd78'), 6, rough=.1, angular=.3, gloss=.4, roast='#8f4f16', roasted=.75)
    d.strew(potato, disc(-4.4, 3.4, 2.6), 6, gap=1.9, tumble=.3, lie=.5)
    d.strew(p.chunks('lamb', 1.9, ('#7d4526', '#a3673e'), 5, '#3a1a0c', roasted=.7), disc(-.6, -1.4, 3.), 6, gap=2.1, tumble=.3, lie=.4, sink=.3)
    d.strew(p.pulled(('#7d4526', '#b5794e')), disc(-.6, -1.5, 4.3), 42, tumble=.3, gap=.8, sink=.15, lie=.7, rest=86)
    d.sauce('red wine juices', disc(-.6, -1.8, 4.8), .7, ('#4f1a10', '#7a3018'), ('#2c0a06', .6), cover=.02, bare=.3, soften=2, stamp=False, gloss=.07)
    d.strew(l.needles('rosemary'), disc(-.6, -1.2, 3.4), 5, gap=1.9, tumble=.2)
    parsley(d, disc(-.4, -1, 6.5), 3, 60)
    return 0, -2.4, 3.4


@plate('beef-cheek-ragu-with-pappardelle', 'shallow', CREAM, 'wood')
def _(d):
    d.bed(disc(0, 0, 9.0), 1.0, '#c98f3c', 'pasta', dome=1.)
    d.strew(noodles.pappardelle(), disc(0, 0, 7.4), 70, gap=1.1, tumble=.2, sink=.3, lie=.7, rest=78, scale=(.6, .85))
    d.strew(v.green_beans(6, 6.4, .3), disc(5.4, 3.8, 1.9), 12, yaw=-.6, spread=.12, tumble=.05, lie=.4, rest=88)
    where = disc(-1.2, -.8, 4.9)
    d.sauce('ragu', where, 1.7, ('#6d1f10', '#96381a'), ('#8a2408', .7), cover=.22, bare=.3, chunky=.14, soften=3, soft=1.8)
    d.strew(p.chunks('beef cheek', 1.25, ('#55281a', '#7d4128'), 6, '#2c120a', roasted=.5, gloss=.25, coat=.5), disc(-1.2, -.8, 4.), 11, gap=1.6, tumble=.4, sink=.25, lie=.4)
    d.strew(p.pulled(('#7a3a22', '#a0583a')), disc(-1.2, -.8, 4.4), 20, gap=.9, tumble=.3, sink=.12, lie=.7)
    d.strew(v.mushrooms(), disc(-1.2, -.8, 4.2), 7, gap=1.7, tumble=.4, scale=(.7, .9))
    d.strew(dairy.shavings(), disc(-.8, -.4, 4.6), 15, gap=1.2, tumble=.35, lie=.5)
    d.strew(l.leaf('basil', 6, .85), disc(-1, .2, 2.2), 6, gap=1.2, tumble=.35, lie=.4)
    return -.5, -2.2, 3.6


@plate('beef-goulash-with-pumpkin-mash', 'plate', CREAM, 'stone')
def _(d):
    d.mash('pumpkin mash', -3.0, 1.4, 5.9, ('#c97a22', '#dd953c'), 1.8)
    d.strew(g.white_beans(), disc(-4.8, 3.2, 3.2), 9, gap=1.4, sink=.3, tumble=.3)
    d.strew(v.green_beans(), disc(4.6, 4.6, 2.0), 14, yaw=-.5, spread=.12, tumble=.04, lie=.5, rest=90)
    beef = p.chunks('goulash beef', 1.65, ('#5f2717', '#8a4426'), 6, '#2f110a', roasted=.5, gloss=.25, coat=.5)
    where = disc(1.2, -2.2, 4.9, .4, 1.2)
    d.strew(beef, disc(1.2, -2.0, 3.8, .4, 1.2), 11, gap=2.2, tumble=.3, sink=.1, lie=.4)
    d.sauce('paprika gravy', where, .65, ('#7c2a10', '#a5481e'), ('#6b1c08', .7), cover=.06, bare=.4, soften=3, soft=1., chunky=.03, gloss=.08)
    d.strew(v.capsicum(6, length=2.6, roasted=.3), where, 10, gap=1.5, tumble=.3, sink=.1, lie=.5)
    d.strew(g.small_seeds(('#4a3018', '#6b4a28'), .1), where, 60, stamp=False)
    parsley(d, where, 0, 0)
    return .5, -3, 2.6


@plate('chicken-cacciatore-with-soft-polenta', 'shallow', SAGE, 'linen')
def _(d):
    d.sauce('polenta', disc(0, 0, 9.4, .2), 1.0, ('#d69f3c', '#e6ba62'), chunky=.05, cover=.1, bare=0, gloss=.2)
    where = disc(.6, -.8, 5.8, .5)
    chicken = p.chunks('cacciatore chicken', 1.55, ('#d9a878', '#e9c39a'), 6, '#a8541e', roasted=.6)
    d.strew(chicken, disc(.6, -.8, 4.8), 11, gap=2.3, tumble=.3, sink=.1, lie=.3)
    d.sauce('hunter sauce', where, 1.35, ('#8e2c14', '#b04c24'), ('#8a1c08', .5), cover=.12, bare=.3, chunky=.10, soft=1.)
    d.strew(v.capsicum(6), where, 13, gap=1.3, tumble=.3, sink=.1, lie=.5)
    d.strew(zucchini_moons(), where, 10, gap=1.6, tumble=.5, sink=.15, lie=.4)
    d.strew(v.mushrooms(), where, 9, gap=1.6, tumble=.4, sink=.1, scale=(.7, .95))
    d.strew(v.olives(), where, 9, gap=1.8, tumble=.4)
    d.strew(v.capers(), where, 16, gap=.8)
    d.strew(l.needles('rosemary'), disc(.6, -.4, 3.2), 3, gap=2, tumble=.2)
    parsley(d, where, 5, 60)
    return .5, -2.2, 3.2


@plate('lentil-and-walnut-bolognese', 'shallow', SKY, 'wood')
def _(d):
    d.bed(disc(0, 0, 9.0), .9, '#8a3d1c', 'pasta', dome=.8)
    d.strew(noodles.penne(8), disc(0, 0, 8.2), 120, gap=.85, tumble=.35, sink=.2, lie=.6, rest=84)
    d.strew(l.leaf('spinach', 7, .95), disc(-4.6, 4.2, 2.9), 16, gap=1., tumble=.4, sink=.1, lie=.5)
    where = disc(.6, -.6, 5.2)
    d.sauce('bolognese', where, 1.9, ('#7c2410', '#a8421e'), ('#8a2408', .6), cover=.25, bare=.35, chunky=.16, soften=3, soft=1.8)
    d.strew(g.lentils('brown'), disc(.6, -.6, 4.9), 420, sink=.05, lie=.9, d=.4)
    d.strew(v.mushrooms(), disc(.6, -.6, 4.4), 8, gap=1.6, tumble=.4, scale=(.65, .85))
    d.strew(g.walnuts(), disc(.6, -.8, 4.6), 14, gap=1.4, tumble=.5)
    d.strew(tomato_dice(), disc(.6, -.6, 4.6), 22, gap=.9, sink=.15)
    d.strew(l.leaf('basil', 6, .95), disc(.8, .2, 2.4), 7, gap=1.2, tumble=.35, lie=.4)
    return 0, -2.2, 3.4


@plate('moreton-bay-bug-and-prawn-linguine', 'shallow', SAGE, 'stone')
def _(d):
    noodles.nest(d, 'linguine', height=1.5, dome=1.3, guides=42, reach=.5)
    d.set(v.ribbons('zucchini', 5, 1.1, ('#dbe3a4', '#c3d482'), '#4b7a2e', 4.2), [(-4.8, 3.6, .6), (4.4, 4.0, -.5), (-5.6, -.6, 1.3), (3.4, -4.6, .2), (.2, 5.2, 0)], sink=.35, lie=.5, rest=74)
    d.set(p.bug_meat(), [(-3.4, 1.6, .6), (2.0, 2.9, -.4), (3.9, -1.4, 1.1), (-1.0, -4.4, .2)], sink=.2, lie=.5, d=1.2, rest=84)
    d.set(p.prawns(4, 1.2), [(-.4, .2, .6, .15, .1), (4.6, 1.4, 2.2, 0, .2), (-4.4, -2.6, 4.2, .1, 0), (-.6, 4.6, 1.2, .2, -.1), (2.2, -4.2, 3.1, .1, .1)], sink=.15, lie=.5, d=1.2, rest=86)
    d.strew(v.cherry_tomatoes(True, True), disc(0, 0, 7), 8, gap=3., tumble=.3, sink=.3, scale=(.7, .85))
    d.strew(v.chilli(4, .32), disc(0, -.5, 6), 10, gap=1.6, tumble=.3)
    d.strew(g.sourdough(), disc(0, -.5, 6.4), 55, gap=.5, tumble=.6, scale=(.4, .9), d=.3)
    parsley(d, disc(0, -.3, 6.4), 6, 55)
    return 0, -2, 3.6


@plate('spinach-and-cottage-cheese-cannelloni', 'shallow', SLATE, 'linen')
def _(d):
    d.sauce('sugo', disc(0, 0, 9.5, .2), .95, ('#8e2c14', '#b04c24'), ('#8a1c08', .5), ('#5c1a0a', .4), chunky=.10, cover=0, bare=0)
    rolls = noodles.cannelloni(3, 9.6, 1.42)
    placed = [(-.2, 3.1, .12), (.1, .1, .12), (.3, -2.9, .12)]
    d.set(rolls, placed, sink=.35, lie=0, rest=95, scale=.96)
    d.sauce('sugo over', disc(.1, .1, 5.6, .6, .6), .5, ('#8e2c14', '#b04c24'), ('#8a1c08', .5), chunky=.10, cover=.25, bare=.1, soften=2, soft=.8)
    dairy.melted(d, disc(.1, .2, 4.6, .8, .5), thick=.24, holes=.45, browned=.9)
    d.strew(l.leaf('basil', 6, 1.), disc(.1, .2, 2.6), 6, gap=1.4, tumble=.3, lie=.4)
    d.strew(dairy.grated(('#f3e3b8', '#fbf2d6')), disc(.1, .2, 5), 30, tumble=.4)
    return 0, -2.4, 3.


@plate('eggplant-parmigiana-with-lentil-sugo', 'plate', CREAM, 'wood')
def _(d):
    where = disc(-.8, -.4, 6.6, .5, 1.1)
    d.sauce('lentil sugo', where, .35, ('#8a2e14', '#ac4c24'), ('#8a1c08', .5), chunky=.12, cover=0, bare=0, soft=.8)
    d.strew(g.lentils('brown'), where, 420, sink=.1, lie=.9, d=.4)
    d.set(bakes.parmigiana(), [(-.9, .1, .5)], sink=.1, lie=0, rest=97)
    top = disc(-.9, .1, 3.5, .5)
    d.sauce('sugo top', top, .5, ('#8e2c14', '#b04c24'), chunky=.08, cover=.14, bare=.0, soften=1, soft=.4)
    dairy.melted(d, disc(-.9, .2, 3.3, .9), thick=.34, holes=.4)
    d.strew(g.sourdough(), disc(-.9, .1, 3.0), 60, tumble=.6, scale=(.6, 1.3), d=.3)
    d.strew(l.rocket(), disc(5.4, 3.4, 2.9), 46, gap=.5, tumble=.4, lie=.4, sink=.1)
    d.strew(l.leaf('basil', 6, 1.), disc(-.9, .3, 1.5), 4, gap=1.1, tumble=.3, lie=.4)
    return -.5, -3, 3.


@plate('lentil-and-cauliflower-cottage-pie', 'baker', CLAY, 'linen')
def _(d):
    d.sauce('ragu', disc(0, 0, 9.2, .1), 1.5, ('#3d1d10', '#63331c'), ('#4f1a0a', .5), chunky=.14, cover=0, bare=0)
    front = both(disc(0, 0, 8.6), half(-75, 4.0))
    d.strew(g.lentils('brown'), disc(0, 0, 8.9), 900, sink=.05, lie=.9, d=.4)
    d.strew(v.mushrooms(6), front, 9, gap=1.5, tumble=.4, scale=(.7, .9))
    d.strew(g.peas(), both(disc(0, 0, 8.8), half(-75, 3.2)), 34, gap=.8, sink=.05)
    peaks(d)
    d.strew(g.peas(), disc(5.4, -5.2, 1.6), 8, gap=.8, sink=.05, name='last peas')
    d.strew(l.needles('thyme'), disc(-.5, 1.0, 5), 6, gap=2.2, tumble=.2)
    return 0, -2.4, 3.6


def peaks(d):
    """Mash spread over a pie and pulled up with a fork, browned under the grill; a spoonful is missing in front."""
    from materials import material
    from shapes import mix, noise, step
    q = d.Q
    inside = np.minimum(8.5 - d.rad, -half(-75, 3.6)(d.X, d.Y)) + .5 * noise(q * .5, 3, 3)
    lines = np.sin(d.X * 2.6 + 1.6 * noise(q * .25, 2, 7) + 1.2 * np.sin(d.Y * .7))
    tufts = np.clip(noise(q * .62, 2, 11) + .1, 0, 1)
    z = d.base + 2.35 + .16 * lines + .95 * tufts + .07 * noise(q * 2.2, 4, 5)
    z = d.base + .8 + (z - d.base - .8) * step(-.05, .7, inside) ** .5
    c = mix('#efe0b4', '#f8efd2', .5 + .5 * noise(q * 1.1, 4, 9))
    c = mix(c, '#dca04a', .8 * step(-.1, .6, lines * .45 + tufts + .3 * noise(q * .8, 3, 13)))
    c = mix(c, '#8a4a16', .85 * step(.55, 1.05, lines * .3 + 1.1 * tufts + .35 * noise(q * 1.2, 4, 14)))
    on = inside > -.05
    d.surface('cauliflower mash', z, on, material('cauliflower mash', rough=.62, depth=.15, tint=(1, .8, .5), reach=.15, spec=.3, bump=((7, .03, 6), (18, .012, 3))), c)
    d.H = np.where(on, np.maximum(d.H, z), d.H)


# ---- Soups ----
@plate('coconut-lentil-and-tofu-soup', 'deep', SAND, 'stone')
def _(d):
    d.H = np.maximum(d.H, np.where(d.rad < d.wall_at(d.base + 2.9), d.base + 2.75, -9))
    d.set(l.stems(3, 5.2, .5), [(-3.8, 2.6, 2.4), (-2.2, 3.8, 2.0)], sink=.35, lie=0, rest=90)
    d.strew(l.wilted(6, ('#24561c', '#4a8434')), disc(-.6, .6, 5.2), 12, gap=2, tumble=.3, sink=.6, rest=72)
    tofu = p.cubes('golden tofu', .98, ('#efd493', '#f8e7b8'), '#c07c26', 6, roasted=.8)
    d.strew(tofu, disc(.4, -.6, 5.2), 14, gap=2.0, tumble=.3, sink=.3, lie=0)
    d.sauce('turmeric broth', disc(0, 0, 8.3, 0), 2.95, ('#dda02c', '#edc260'), ('#c77d12', .6), ('#8a4a10', .3), cover=-.9, bare=0, chunky=.02, gloss=.08, soften=2, soft=.2)
    d.strew(g.lentils('red'), disc(0, 0, 7), 170, sink=.14, stamp=False, lie=.9)
    d.strew(g.edamame(), disc(0, 0, 6.6), 24, gap=1.2, tumble=.3, sink=.15)
    coriander(d, disc(.3, -.4, 4.6), 11, 1.)
    lime(d, 4.6, 3.4, -.4)
    return 0, -1.8, 4.


@plate('chicken-corn-and-brown-rice-soup', 'deep', CREAM, 'wood')
def _(d):
    d.H = np.maximum(d.H, np.where(d.rad < d.wall_at(d.base + 2.9), d.base + 2.65, -9))
    d.strew(p.pulled(('#efdcb8', '#f9eeda'), 8, 3.6, .19, '#d9b98a'), disc(-.3, .2, 4.2), 46, gap=.7, tumble=.25, sink=0, lie=.4, rest=88)
    d.strew(v.ribbons('zucchini', 5, 1.0, ('#dbe3a4', '#c3d482'), '#4b7a2e', 3.8), disc(0, 0, 5.4), 9, gap=2, tumble=.25, sink=.5, rest=74)
    d.strew(v.discs('carrot round', .85, .85, .3, ('#e8862a', '#f0a048'), ('#df7826', '#ea8f3c'), 4), disc(0, 0, 6.2), 13, gap=1.6, tumble=.3, sink=.05)
    d.strew(v.discs('celery', .8, .5, .4, ('#cfdf9a', '#b3cc78'), ('#9dbd62', '#b9d188'), 4, start=0, end=pi), disc(0, 0, 6.2), 12, gap=1.4, tumble=.4, sink=.1)
    d.sauce('ginger broth', disc(0, 0, 8.3, 0), 2.8, ('#eed9a6', '#f5e5bd'), ('#f2dc94', .7), cover=-.9, bare=0, gloss=.03, soften=2, soft=.2, depth=0, clear=.6)
    d.strew(g.rice('brown'), disc(0, 0, 6.8), 330, sink=.06, lie=.9, stamp=False)
    d.strew(g.corn(0), disc(0, 0, 6.6), 75, gap=.65, tumble=.5, sink=.12)
    d.strew(l.spring_onion(), disc(0, 0, 6.3), 36, gap=.8, tumble=.4)
    parsley(d, disc(0, 0, 6), 4, 30)
    return 0, -1.8, 4.
