"""Surfaces of food: base colour from the mesh, varied a little from piece to piece."""
import bpy

_made = {}


def material(key, rough=.4, depth=0., tint=(1, .5, .3), reach=.15, spec=.5, coat=0., thin=0., bump=(), vary=(0, 0, 0),
             aux=None, glow=0., clear=0.):
    """depth: how much light goes into it, `reach` cm far; thin: light through leaves; clear: how much is seen through it;
    aux: roughness from a mesh's Aux 0..1; bump: (scale, cm, detail) each; vary: hue, saturation and value of each piece."""
    if key in _made:
        return _made[key]
    m = _made[key] = bpy.data.materials.new(key)
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    p = nodes['Principled BSDF']
    inputs = p.inputs
    a = nodes.new('ShaderNodeAttribute')
    a.attribute_name = 'Col'
    col = a.outputs['Color']
    if any(vary):
        info = nodes.new('ShaderNodeObjectInfo')
        shift = nodes.new('ShaderNodeHueSaturation')
        links.new(col, shift.inputs['Color'])
        for name, by, middle, times in (('Hue', vary[0], .5, 1), ('Saturation', vary[1], 1, 7.13), ('Value', vary[2], 1, 3.77)):
            f = nodes.new('ShaderNodeMath')
            f.operation = 'MULTIPLY'
            f.inputs[1].default_value = times
            links.new(info.outputs['Random'], f.inputs[0])
            g = nodes.new('ShaderNodeMath')
            g.operation = 'FRACT'
            links.new(f.outputs[0], g.inputs[0])
            r = nodes.new('ShaderNodeMapRange')
            links.new(g.outputs[0], r.inputs[0])
            r.inputs[3].default_value, r.inputs[4].default_value = middle - by, middle + by
            links.new(r.outputs[0], shift.inputs[name])
        col = shift.outputs['Color']
    links.new(col, inputs['Base Color'])
    inputs['Roughness'].default_value = rough
    inputs['Specular'].default_value = spec
    inputs['Clearcoat'].default_value = coat
    inputs['Clearcoat Roughness'].default_value = .1
    if glow:
        links.new(col, inputs['Emission'])
        inputs['Emission Strength'].default_value = glow
    if depth:
        inputs['Subsurface'].default_value = depth
        links.new(col, inputs['Subsurface Color'])
        inputs['Subsurface Radius'].default_value = [t * reach for t in tint]
    if aux:
        x = nodes.new('ShaderNodeAttribute')
        x.attribute_name = 'Aux'
        r = nodes.new('ShaderNodeMapRange')
        links.new(x.outputs['Fac'], r.inputs[0])
        r.inputs[3].default_value, r.inputs[4].default_value = aux
        links.new(r.outputs[0], inputs['Roughness'])
    before = None
    for scale, distance, detail in bump:
        where = nodes.new('ShaderNodeTexCoord')
        t = nodes.new('ShaderNodeTexNoise')
        t.inputs['Scale'].default_value = scale
        t.inputs['Detail'].default_value = detail
        links.new(where.outputs['Object'], t.inputs['Vector'])
        b = nodes.new('ShaderNodeBump')
        b.inputs['Distance'].default_value = distance
        links.new(t.outputs['Fac'], b.inputs['Height'])
        if before:
            links.new(before, b.inputs['Normal'])
        before = b.outputs['Normal']
    if before:
        links.new(before, inputs['Normal'])
        links.new(before, inputs['Clearcoat Normal'])
    if thin or clear:
        t = nodes.new('ShaderNodeBsdfTranslucent' if thin else 'ShaderNodeBsdfTransparent')
        links.new(col, t.inputs['Color'])
        both = nodes.new('ShaderNodeMixShader')
        both.inputs[0].default_value = thin or clear
        links.new(p.outputs[0], both.inputs[1])
        links.new(t.outputs[0], both.inputs[2])
        links.new(both.outputs[0], nodes['Material Output'].inputs['Surface'])
    return m
