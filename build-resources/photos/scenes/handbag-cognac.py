# SPDX-License-Identifier: MIT
"""A top handle bag in cognac leather with a flap, stitches and a turn lock."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(3.0, 1.1, key=4.4, fill=1.6, top=3.0, back=1.6)

GRAIN = dict(kind='VORONOI', scale=26, strength=.32, distance=.012)
leather = material('leather', (.24, .075, .022), rough=.42, specular=.42, bump=GRAIN)
noise_color(leather, [(.25, (.19, .055, .015)), (.75, (.29, .095, .028))], scale=2.2, detail=6)
edgep = material('edge paint', (.06, .018, .008), rough=.35)
thread = material('thread', (.62, .40, .20), rough=.7)
gold = material('gold', **GOLD)


def half(z):
    """Half width, half depth of the body at a height."""
    t = z / 1.5
    return 1.08 - .13 * t, .36 - .15 * t ** 1.5 + .02 * math.sin(math.pi * t)


rings = []
for z in [0.0, .015, .05, .1] + list(np.linspace(.2, 1.44, 14)) + [1.48, 1.5]:
    a, b = half(z)
    k = .93 if z == 0 else .975 if z < .03 else .96 if z == 1.5 else 1
    rings.append([(x * k, y * k, z + .06 - (0 if z < 1 else .05 * (1 - (x / a) ** 2))) for x, y in superellipse(a, b, 5.5, 120)])
body = loft('body', rings, leather, angle=60)


def front(x, z, off=.0):
    a, b = half(max(0, min(1.5, z)))
    q = max(0, 1 - min(1, abs(x / a)) ** 5.5) ** (1 / 5.5)
    return (x, -(b * q) - off, z + .06)


# flap: from the back edge over the top and down the front
cols, top = 61, 1.50
verts_o, verts_i = [], []
profile = []
for i in range(46):
    profile.append(i / 45)


def flap_point(u, s, off):
    w = .915 + .05 * min(1, max(0, s - .3) / .7)
    x = u * w
    low = .70 + .20 * abs(u) ** 4.5 + .02
    a, b = half(1.5)
    sag = -.05 * (1 - (x / a) ** 2)
    if s < .3:                                 # over the top
        t = s / .3
        y = b * .9 - t * 1.9 * b
        return (x, y - (off if t > .9 else 0), 1.5 + .06 + sag + off + .035 * math.sin(math.pi * t) + .0)
    t = (s - .3) / .7
    z = 1.5 - t * (1.5 - low)
    px, py, pz = front(x * .985, z, off + .012)
    blend = min(1, t * 6)
    return (x, py, pz + sag * (1 - blend) + (off + .0) * (1 - blend) ** 2)


def sheet(off):
    return [[flap_point(-1 + 2 * i / (cols - 1), s, off) for i in range(cols)] for s in profile]


o, i_ = sheet(.045), sheet(.012)
rings = [row + inner[::-1] for row, inner in zip(o, i_)]
loft('flap', rings, leather, angle=50)
rim = [flap_point(-1, s, .028) for s in profile[12:]] + [flap_point(-1 + 2 * k / 60, 1, .028) for k in range(1, 61)] \
    + [flap_point(1, s, .028) for s in reversed(profile[12:])]
sweep('rim', rim, disc(.019, 10), edgep, up=(0, 1, 0))


def stitches(path, step=.052, r=.0075):
    """Small thread capsules along a path."""
    pts = [Vector(p) for p in path]
    dist = 0
    obs = []
    acc = 0.0
    for p, q in zip(pts, pts[1:]):
        seg = (q - p).length
        while acc <= seg:
            c = p.lerp(q, acc / seg if seg else 0)
            t = (q - p).normalized()
            obs.append((c, t))
            acc += step
        acc -= seg
    me = None
    for c, t in obs:
        n = 5
        path2 = [c + t * (step * .36) * k for k in (-1, -.9, -.4, 0, .4, .9, 1)]
        ob = sweep('stitch', path2, disc(r, 8), thread, up=(0, 1, .01), scale=[.3, .8, 1, 1, 1, .8, .3])
    return obs


def flap_in(u, s):
    return flap_point(u, s, .0475)


seam = [flap_in(-.945, s) for s in profile[16:44]] + [flap_in(-.945 + 1.89 * k / 60, .94) for k in range(61)] \
    + [flap_in(.945, s) for s in reversed(profile[16:44])]
stitches(seam)

# turn lock
parts = [box('plate', (.30, .03, .20), (0, 0, 0), gold, bevel=.028, segs=5),
         lathe('post', [(.03, 0), (.03, .09), (.001, .09)], gold)]
parts[1].rotation_euler = (math.pi / 2, 0, 0)
parts.append(box('knob', (.17, .035, .055), (0, -.085, 0), gold, bevel=.017, segs=5))
fy = flap_point(0, .86, .05)
parent_all(parts, loc=(0, fy[1] - .01, fy[2]), rot=(math.radians(-5), 0, 0))

# handle, its rings and tabs
arch = spline([(-.55, 0, 1.60), (-.555, 0, 1.80), (-.50, 0, 2.08), (-.30, 0, 2.30), (0, 0, 2.37), (.30, 0, 2.30), (.50, 0, 2.08),
               (.555, 0, 1.80), (.55, 0, 1.60)], 12)
n = len(arch)
sweep('handle', [(x, y - .02, z + .03) for x, y, z in arch], superellipse(.085, .045, 2.4, 32), leather, up=(0, 1, 0),
      scale=[(.55 + .45 * math.sin(math.pi * i / (n - 1)) ** .4, .75 + .5 * math.sin(math.pi * i / (n - 1)) ** .5) for i in range(n)])
for sx in (-1, 1):
    x = .55 * sx
    ringp = [(x + .10 * math.cos(TAU * k / 48), -.02, 1.655 + .085 * math.sin(TAU * k / 48)) for k in range(48)]
    sweep('ring', ringp, disc(.018, 16), gold, closed=True, up=(0, 1, 0))
    box('tab', (.17, .30, .03), (x, -.02, 1.602), leather, bevel=.012)
    lathe('stud', spline([(.035, 0), (.03, .014), (.001, .022)], 5), gold).location = (x, -.13, 1.615)

for x in (-.85, .85):
    for y in (-.2, .2):
        lathe('feet', fillet([(.05, 0), (.06, .04, .01), (.03, .075)]), gold).location = (x, y, 0)

group = [ob for ob in bpy.data.objects if ob.parent is None and ob.type in ('MESH', 'EMPTY') and ob.name != 'cyclorama']
parent_all(group, rot=(0, 0, math.radians(-18)))
camera((-.6, -13.2, 3.6), (0, 0, 1.13), lens=150, fstop=11, focus=(0, -.4, 1.1))
shoot('handbag-cognac', 1400, 1400, samples=60, white=.56)
