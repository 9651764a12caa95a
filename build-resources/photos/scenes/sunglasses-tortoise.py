# SPDX-License-Identifier: MIT
"""Sunglasses in tortoiseshell acetate, grey graduated lenses."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(1.1, .22, key=4.4, fill=2.0, top=3.2, back=1.8, paper=(.76, .755, .745))

acetate = material('acetate', (.2, .08, .02), rough=.10, coat=.8)
noise_color(acetate, [(.36, (.012, .004, .002)), (.47, (.06, .018, .004)), (.56, (.34, .13, .025)), (.72, (.52, .24, .06))], scale=7, detail=5,
            stretch=(1, 1, 1.5), distortion=1.2)
gold = material('gold', **GOLD)
pad = glass('pad', (.97, .95, .92), 1.45, shadow=(.9, .9, .9))

# tinted lens: thin, so no refraction; darker above than below
lens = bpy.data.materials.new('lens')
lens.use_nodes = True
nt, ln = lens.node_tree.nodes, lens.node_tree.links
nt.clear()
out = nt.new('ShaderNodeOutputMaterial')
tr, gl, mx, fr = (nt.new('ShaderNode' + k) for k in ('BsdfTransparent', 'BsdfGlossy', 'MixShader', 'Fresnel'))
co, sep, mr, cr = (nt.new('ShaderNode' + k) for k in ('TexCoord', 'SeparateXYZ', 'MapRange', 'ValToRGB'))
ln.new(co.outputs['Object'], sep.inputs[0])
ln.new(sep.outputs['Z'], mr.inputs['Value'])
mr.inputs['From Min'].default_value, mr.inputs['From Max'].default_value = .05, .46
ln.new(mr.outputs[0], cr.inputs[0])
cr.color_ramp.elements[0].color = (.42, .34, .26, 1)
cr.color_ramp.elements[1].color = (.022, .020, .019, 1)
ln.new(cr.outputs[0], tr.inputs['Color'])
gl.inputs['Roughness'].default_value = .02
fr.inputs['IOR'].default_value = 1.75
ln.new(fr.outputs[0], mx.inputs['Fac'])
ln.new(tr.outputs[0], mx.inputs[1])
ln.new(gl.outputs[0], mx.inputs[2])
ln.new(mx.outputs[0], out.inputs['Surface'])


def rim_shape(side, grow=0.0, n=120):
    """The lens' outline in x/z: a soft panto form, flatter above."""
    pts = []
    for k in range(n):
        t = TAU * k / n
        c, s = math.cos(t), math.sin(t)
        e = 2.9 if s > 0 else 2.25
        a = .262 + grow
        b = (.205 if s > 0 else .245) + grow
        x = a * math.copysign(abs(c) ** (2 / e), c)
        z = b * math.copysign(abs(s) ** (2 / e), s)
        x *= 1 + .10 * (z / b) if z < 0 else 1 + .05 * (z / b)
        pts.append((x, z))
    return [(side * .365 + side * x, z + .27) for x, z in pts]


def wrap(x, z, y=0.0):
    """The front is slightly bent around the face."""
    return (x, y + .16 * x * x, z)


parts = []
for side in (-1, 1):
    inner, outer = rim_shape(side, 0), rim_shape(side, .055)
    rings = []
    for (xi, zi), (xo, zo) in zip(inner, outer):
        if zo > .40:
            k = (zo - .40) / .1
            xo, zo = xo + side * .01 * k, zo + .022 * k
        sec = [(0, .030), (.06, .038), (.5, .042), (.94, .034), (1, .022), (1, -.022), (.94, -.034), (.5, -.036), (.06, -.034), (0, -.028)]
        rings.append([wrap(xi + (xo - xi) * u, zi + (zo - zi) * u, -v) for u, v in sec])
    rim = loft('rim', rings, acetate, closed=True, angle=70)
    parts.append(rim)
    verts = [wrap(x * 1.0, z, .004) for x, z in rim_shape(side, .006)]
    c = (side * .365, .26)
    grid = []
    for f in np.linspace(1, 0.02, 12):
        grid.append([wrap(c[0] + (x - c[0]) * f, c[1] + (z - c[1]) * f, .004 - .028 * (1 - f * f)) for x, z in rim_shape(side, .006)])
    parts.append(loft('lens', grid, lens, angle=90))
    # temple
    x0 = side * .682
    y0 = wrap(x0, 0)[1]
    arm = spline([(x0, y0 - .03, .425), (side * .716, y0 + .035, .425), (side * .730, y0 + .2, .423), (side * .725, y0 + .6, .418), (side * .71, y0 + .95, .405),
                  (side * .695, y0 + 1.12, .36), (side * .68, y0 + 1.25, .25), (side * .67, y0 + 1.33, .13)], 12)
    n = len(arm)
    sc = [(1, 1.25 - .62 * min(1, i / (n * .45)) + (.30 * max(0, (i / n - .62) / .38))) for i in range(n)]
    parts.append(sweep('temple', arm, superellipse(.021, .048, 3.2, 36), acetate, scale=sc, angle=70))
    # hinge pins, nose pad
    for dz in (-.016, .016):
        pin = lathe('pin', spline([(.009, 0), (.008, .004), (.001, .006)], 4), gold)
        pin.location, pin.rotation_euler = (side * .636, wrap(.636, 0)[1] - .037, .425 + dz), (math.pi / 2, 0, 0)
        parts.append(pin)
    nose = lathe('pad', spline([(.001, -.06), (.02, -.045), (.026, 0), (.02, .045), (.001, .06)], 8), acetate)
    nose.location, nose.rotation_euler, nose.scale = (side * .088, .045, .235), (math.radians(-18), math.radians(-18) * -side, 0), (.5, 1, 1)
    parts.append(nose)
bridge = spline([(-.082, -.003, .345), (-.05, -.006, .372), (0, -.008, .384), (.05, -.006, .372), (.082, -.003, .345)], 10)
parts.append(sweep('bridge', bridge, superellipse(.034, .036, 3.2, 32), acetate, up=(0, 1, 0), angle=70))

bpy.context.view_layer.update()
e = parent_all(parts, rot=(math.radians(4.6), 0, 0))
bpy.context.view_layer.update()
low = min((ob.matrix_world @ v.co).z for ob in parts for v in ob.data.vertices)
e.location.z = -low
parent_all([e], loc=(0, -.35, 0), rot=(0, 0, math.radians(-24)))
camera((-.2, -6.0, 2.1), (.12, 0, .20), lens=96, fstop=11, focus=(-.1, -.4, .3))
shoot('sunglasses-tortoise', 1600, 1000, samples=56, white=.58, bounces=12)
