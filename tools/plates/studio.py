"""Table, vessel, light from the back left, camera, rendering and grading: the same for every plate."""
import math
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

import denoise
from shapes import blur, colour, grid_faces, mesh, noise, put

LENS = 72


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def _nodes(name):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    return m, m.node_tree.nodes, m.node_tree.links


def _ramp(nodes, links, value, *stops):
    r = nodes.new('ShaderNodeValToRGB')
    steps = r.color_ramp.elements
    while len(steps) < len(stops):
        steps.new(.5)
    for s, (at, code) in zip(steps, stops):
        s.position = at
        s.color = (*colour(code), 1)
    links.new(value, r.inputs[0])
    return r.outputs['Color']


def _bump(nodes, links, height, distance):
    b = nodes.new('ShaderNodeBump')
    b.inputs['Distance'].default_value = distance
    links.new(height, b.inputs['Height'])
    return b.outputs['Normal']


def ceramic(glaze, fleck, rough=.42):
    m, nodes, links = _nodes('ceramic')
    p = nodes['Principled BSDF']
    where = nodes.new('ShaderNodeTexCoord').outputs['Object']
    v = nodes.new('ShaderNodeTexVoronoi')
    v.inputs['Scale'].default_value = 1.7
    links.new(where, v.inputs['Vector'])
    n = nodes.new('ShaderNodeTexNoise')
    n.inputs['Scale'].default_value = .5
    n.inputs['Detail'].default_value = 6
    links.new(where, n.inputs['Vector'])
    both = nodes.new('ShaderNodeMixRGB')
    both.blend_type = 'MULTIPLY'
    both.inputs[0].default_value = .35
    links.new(_ramp(nodes, links, v.outputs['Distance'], (.045, fleck), (.075, glaze)), both.inputs[1])
    links.new(_ramp(nodes, links, n.outputs['Fac'], (.3, '#e1dad0'), (.7, '#ffffff')), both.inputs[2])
    links.new(both.outputs[0], p.inputs['Base Color'])
    p.inputs['Roughness'].default_value = rough
    p.inputs['Specular'].default_value = .45
    links.new(_bump(nodes, links, n.outputs['Fac'], .03), p.inputs['Normal'])
    return m


def bowl(R, rim, power, foot, m, thick=.35):
    """Thrown on a wheel; returns the height of its inside at x, y."""
    base = thick + .3
    u = np.linspace(0, 1, 40)
    inner = np.stack([R * u, base + (rim - base) * u ** power], 1)
    lip = np.array([[R + .12, rim + .06], [R + .28, rim + .02], [R + .34, rim - .12]])
    o = np.linspace(1, foot, 24)
    outer = np.stack([(R + .34) * o, (rim - .15) * ((o - foot) / (1 - foot)) ** (.8 if rim > 3 else 1.3)], 1)
    profile = np.concatenate([inner, lip, outer, [[.01, 0]]])
    a = np.linspace(0, 2 * math.pi, 160, endpoint=False)
    v = np.stack([profile[:, 0, None] * np.cos(a), profile[:, 0, None] * np.sin(a), np.repeat(profile[:, 1, None], 160, 1)], -1).reshape(-1, 3)
    put(mesh('bowl', v + .04 * noise(v * .12, 2, 3)[:, None] * [1, 1, .3], grid_faces(len(profile), 160, True), m))
    return lambda x, y: base + (rim - base) * np.clip(np.hypot(x, y) / R, 0, 1.3) ** power


def _light(at, wide, high, power, tint):
    l = bpy.data.lights.new('light', 'AREA')
    l.shape, l.size, l.size_y, l.energy, l.color = 'RECTANGLE', wide, high, power, tint
    o = bpy.data.objects.new('light', l)
    o.location = at
    o.rotation_euler = (-Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(o)


def _table(kind):
    m, nodes, links = _nodes('table')
    p = nodes['Principled BSDF']
    where = nodes.new('ShaderNodeTexCoord').outputs['Object']

    def scaled(by):
        v = nodes.new('ShaderNodeMapping')
        v.inputs['Scale'].default_value = by
        links.new(where, v.inputs['Vector'])
        return v.outputs['Vector']

    def grain(by, detail, rough=.5):
        t = nodes.new('ShaderNodeTexNoise')
        t.inputs['Scale'].default_value = 1
        t.inputs['Detail'].default_value = detail
        t.inputs['Roughness'].default_value = rough
        links.new(scaled(by), t.inputs['Vector'])
        return t.outputs['Fac']

    def plus(a, times, b):
        s = nodes.new('ShaderNodeMath')
        s.operation = 'MULTIPLY_ADD'
        s.inputs[1].default_value = times
        links.new(a, s.inputs[0])
        links.new(b, s.inputs[2])
        return s.outputs[0]
    g = np.linspace(-95, 95, 240)
    x, y = np.meshgrid(g, g, indexing='ij')
    z = np.zeros_like(x)
    if kind == 'linen':
        threads = []
        for direction in 'XY':
            t = nodes.new('ShaderNodeTexWave')
            t.bands_direction = direction
            t.inputs['Scale'].default_value, t.inputs['Distortion'].default_value, t.inputs['Detail'].default_value = .9, 1.2, 2
            links.new(scaled((9, 9, 1)), t.inputs['Vector'])
            threads.append(t.outputs['Fac'])
        weave = nodes.new('ShaderNodeMath')
        weave.operation = 'MULTIPLY'
        for i in (0, 1):
            links.new(threads[i], weave.inputs[i])
        woven = plus(weave.outputs[0], .5, grain((1.2, 5, 1), 6))
        links.new(_ramp(nodes, links, woven, (.2, '#b3a289'), (.9, '#dcd0bb')), p.inputs['Base Color'])
        links.new(_bump(nodes, links, weave.outputs[0], .03), p.inputs['Normal'])
        p.inputs['Roughness'].default_value, p.inputs['Specular'].default_value, p.inputs['Sheen'].default_value = .9, .1, .3
        q = np.stack([x, y], -1)
        z = .22 * noise(q * .045, 3, 5) + .10 * np.abs(noise(q * np.array([.03, .09]), 3, 9))
        z -= z.max()
    elif kind == 'wood':
        fine = grain((9, .12, 1), 6, .7)
        ring = plus(fine, .38, grain((.55, .028, 1), 8, .6))
        links.new(_ramp(nodes, links, ring, (.45, '#50382a'), (.62, '#7a5a42'), (.8, '#9d7a5a'), (.95, '#b3936f')), p.inputs['Base Color'])
        links.new(_bump(nodes, links, fine, .03), p.inputs['Normal'])
        p.inputs['Roughness'].default_value, p.inputs['Specular'].default_value = .5, .3
    else:
        links.new(_ramp(nodes, links, grain((.12, .12, .12), 8, .6), (.3, '#8d8780'), (.55, '#a8a199'), (.75, '#bcb5aa')), p.inputs['Base Color'])
        links.new(_bump(nodes, links, grain((1.2, 1.2, 1.2), 9, .7), .08), p.inputs['Normal'])
        p.inputs['Roughness'].default_value, p.inputs['Specular'].default_value = .75, .25
    put(mesh('table', np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(240, 240), m))


def shoot(radius, target, elevation, table, focus):
    sc = bpy.context.scene
    world = bpy.data.worlds.new('world')
    sc.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes['Background'].inputs
    sky[0].default_value, sky[1].default_value = (1, .93, .86, 1), .13
    _light((-58, 62, 70), 46, 46, 2.9e5, (1, .95, .88))
    _light((70, -20, 40), 60, 50, 1.5e4, (1, .93, .85))
    _light((30, 90, 30), 50, 12, 2.6e4, (1, .97, .93))
    cam = bpy.data.cameras.new('camera')
    o = bpy.data.objects.new('camera', cam)
    sc.collection.objects.link(o)
    sc.camera = o
    e, t = math.radians(elevation), Vector(target)
    distance = 2 * radius / .92 * LENS / 36 + radius * .12
    o.location = t + Vector((0, -math.cos(e), math.sin(e))) * distance
    o.rotation_euler = (t - o.location).to_track_quat('-Z', 'Y').to_euler()
    cam.lens, cam.clip_end = LENS, 500
    cam.dof.use_dof, cam.dof.aperture_fstop = True, .09
    cam.dof.focus_distance = (Vector(focus) - o.location).length
    _table(table)


def _grade(x, exposure=1.22, saturation=1.06):
    """From light to a photograph: glow of the brightest, film curve, a darker edge, sharpened, a little grain."""
    h, w, _ = x.shape
    glow = blur(np.minimum(x, 4).mean(2), max(2, w // 90))
    x = (x + np.maximum(glow - .8, 0)[..., None] * .10) * exposure * np.array([1.02, 1., .97])
    grey = x @ np.array([.2126, .7152, .0722])
    x = np.maximum(grey[..., None] + (x - grey[..., None]) * saturation, 0) * .62
    y = np.clip(x * (2.51 * x + .03) / (x * (2.43 * x + .59) + .14), 0, 1)
    down, across = np.mgrid[-1:1:h * 1j, -1:1:w * 1j]
    y = y * (1 - .10 * np.clip(across ** 2 + down ** 2 - .35, 0, 2))[..., None]
    s = np.where(y <= .0031308, 12.92 * y, 1.055 * y ** (1 / 2.4) - .055)
    s = s + .35 * (s - np.stack([blur(s[..., c], 1) for c in range(3)], -1))
    return np.clip(s + np.random.default_rng(0).normal(0, .004, (h, w, 1)), 0, 1)


def render(path, size, samples, weights, threads=2):
    """Writes a PNG. size: pixels of a side, a multiple of 16; the samples are fixed, so the same script gives the same
    picture on a slower machine."""
    sc = bpy.context.scene
    sc.render.engine = 'CYCLES'
    sc.render.threads_mode, sc.render.threads = 'FIXED', threads
    sc.render.resolution_x = sc.render.resolution_y = size
    c = sc.cycles
    c.device, c.samples, c.use_denoising = 'CPU', samples, False
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, .03, min(16, samples)
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = 6, 3, 2, 3
    c.sample_clamp_indirect, c.sample_clamp_direct, c.blur_glossy = 3, 12, .5
    c.caustics_reflective = c.caustics_refractive = False
    layer = bpy.context.view_layer
    layer.use_pass_normal = layer.use_pass_diffuse_color = True
    sc.use_nodes = True
    tree = sc.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    tree.links.new(layers.outputs['Image'], tree.nodes.new('CompositorNodeComposite').inputs[0])
    with tempfile.TemporaryDirectory() as folder:
        out = tree.nodes.new('CompositorNodeOutputFile')
        out.base_path, out.format.file_format, out.format.color_depth = folder, 'OPEN_EXR', '32'
        out.file_slots.clear()
        for slot, output in (('light', 'Image'), ('albedo', 'DiffCol'), ('normal', 'Normal')):
            out.file_slots.new(slot)
            tree.links.new(layers.outputs[output], out.inputs[-1])
        bpy.ops.render.render(write_still=False)

        def read(slot):
            image = bpy.data.images.load(os.path.join(folder, slot + '0001.exr'))
            if slot == 'normal':
                image.colorspace_settings.name = 'Non-Color'
            a = np.empty(size * size * 4, np.float32)
            image.pixels.foreach_get(a)
            return a.reshape(size, size, 4)[::-1, :, :3].copy()
        light = denoise.denoise(read('light'), read('albedo'), read('normal'), weights)
    graded = _grade(light)
    image = bpy.data.images.new('graded', size, size)
    image.pixels.foreach_set(np.concatenate([graded[::-1], np.ones((size, size, 1))], -1).astype(np.float32).ravel())
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()
