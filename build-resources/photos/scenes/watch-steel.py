# SPDX-License-Identifier: MIT
"""A steel wrist watch with a blue dial on a leather strap, standing on its loop."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(1.0, .38, key=4.4, fill=2.4, top=3.4, back=2.0, strip=True)

steel = material('steel', **STEEL)
satin = material('satin', color=(.62, .62, .63), metal=1, rough=.34)
dial_m = material('dial', (.006, .020, .060), rough=.30, metal=.25)
white = material('index', (.90, .90, .90), metal=1, rough=.12)
lume = material('print', (.85, .86, .84), rough=.5)
red = material('second', (.55, .03, .02), rough=.35)
strap_m = material('strap', (.055, .022, .010), rough=.5, specular=.4, bump=dict(kind='VORONOI', scale=60, strength=.3, distance=.006))
thread = material('thread', (.55, .48, .38), rough=.8)
sapphire = thin_glass('crystal', 1.3)

R = .21
parts = []
P = parts.append
# the head lies in x/y, its dial looks up (z)
P(lathe('case', fillet([(.001, -.055), (.165, -.055, .01), (R - .008, -.035, .01), (R, -.02, .006), (R, .012, .006), (R - .008, .024, .004), (.19, .026)]), satin))
P(lathe('bezel', fillet([(R - .004, .022), (R - .004, .032, .004), (.182, .052, .006), (.174, .050, .003), (.170, .026)]), steel))
P(lathe('rehaut', [(.171, .046), (.158, .024)], satin))
P(lathe('dial', [(.001, .022), (.165, .022)], dial_m))
P(lathe('crystal', [(.001, .050), (.174, .049)], sapphire))
for k in range(12):
    a = TAU * k / 12
    big = k % 3 == 0
    ln = .036 if big else .026
    rr = .150 - ln / 2
    offs = (-.0075, .0075) if k == 0 else (0,)
    for d in offs:
        if k == 3:
            continue
        b = box('index', (.0085 if big else .006, ln, .007), (0, 0, 0), white, bevel=.002, segs=3)
        b.location = (rr * math.sin(a) + d * math.cos(a), rr * math.cos(a) - d * math.sin(a), .0255)
        b.rotation_euler = (0, 0, -a)
        P(b)
for k in range(60):
    if k % 5:
        a = TAU * k / 60
        b = box('minute', (.0014, .007, .001), (.1535 * math.sin(a), .1535 * math.cos(a), .0225), lume, bevel=0)
        b.rotation_euler = (0, 0, -a)
        P(b)
P(box('date frame', (.036, .028, .003), (.128, 0, .0235), white, bevel=.001))
P(box('date', (.031, .023, .003), (.128, 0, .0242), lume, bevel=0))
P(text('21', .021, (.128, -.001, .0262), material('ink', (.01, .01, .01)), 'Lato', rot=(0, 0, 0)))
P(text('LATENT', .022, (0, .068, .0226), lume, 'Lato', rot=(0, 0, 0), spacing=1.25))
P(text('AUTOMATIC', .0105, (0, -.066, .0226), lume, 'Lato', rot=(0, 0, 0), spacing=1.3))


def hand(length, tail, w, ang, z, mat):
    prof = [(-w * .7, -tail), (w * .7, -tail), (w, length * .25), (w * .35, length), (-w * .35, length), (-w, length * .25)]
    verts = [(x, y, zz) for zz in (0, .004) for x, y in prof]
    n = len(prof)
    faces = [tuple(range(n)), tuple(range(n, 2 * n))] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    ob = mesh_object('hand', verts, faces, mat, smooth=False)
    ob.location, ob.rotation_euler = (0, 0, z), (0, 0, -math.radians(ang))
    P(ob)


hand(.090, .022, .0085, 304, .0275, white)      # 10:09
hand(.138, .026, .0068, 54, .0325, white)
hand(.146, .045, .0022, 216, .0370, red)
P(lathe('pin', fillet([(.010, .022), (.010, .0405, .003), (.001, .041)]), white))
crown = lathe('crown', fillet([(.016, 0), (.016, .012), (.034, .012, .004), (.034, .05, .006), (.001, .052)]), steel,
              warp=lambda v, a: (v[0] * (1 + .035 * math.cos(24 * a)), v[1] * (1 + .035 * math.cos(24 * a)), v[2]), segs=192)
crown.location, crown.rotation_euler = (R - .006, 0, -.006), (0, math.pi / 2, 0)
P(crown)
for sx in (-1, 1):
    for sy in (-1, 1):
        path = spline([(sx * .128, sy * .15, -.004), (sx * .124, sy * .20, -.004), (sx * .120, sy * .245, -.022), (sx * .119, sy * .272, -.048)], 8)
        sec = rounded_rect(.030, .052, .011, 5)
        P(sweep('lug', path, sec, satin, scale=[(1, 1 - .35 * i / 24) for i in range(len(path))], angle=50))
for sy in (-1, 1):
    bar = lathe('bar', [(.012, -.11), (.012, .11)], steel)
    bar.location, bar.rotation_euler = (0, sy * .247, -.030), (0, math.pi / 2, 0)
    P(bar)

loop = spline([(0, .207, -.024), (0, .262, -.032), (0, .315, -.075), (0, .362, -.20), (0, .35, -.37), (0, .25, -.525), (0, .08, -.60), (0, -.08, -.60),
               (0, -.25, -.525), (0, -.35, -.37), (0, -.362, -.20), (0, -.315, -.075), (0, -.262, -.032), (0, -.207, -.024)], 14)
n = len(loop)


def frame(i):
    p = Vector(loop[i])
    t = (Vector(loop[min(n - 1, i + 1)]) - Vector(loop[max(0, i - 1)])).normalized()
    return p, t, Vector((1, 0, 0)).cross(t).normalized()


rings = []
for i in range(n):
    p, t, u = frame(i)
    s = abs(i - (n - 1) / 2) / ((n - 1) / 2)
    w = .166 + .038 * max(0, (s - .35) / .65)
    th = .017 + .019 * max(0, (s - .6) / .4) - (.004 if i in (0, n - 1) else 0)
    rings.append([p + Vector((x * w, 0, 0)) + u * (y * th * 2) for x, y in rounded_rect(1, 1, .16, 6)])
P(loft('strap', rings, strap_m, angle=50))
step = .021
for side in (-1, 1):
    for rng in (range(5, n // 2 - 8), range(n // 2 + 8, n - 5)):
        rng = list(rng)
        acc, prev = 0.0, None
        for i in rng:
            p, t, u = frame(i)
            s = abs(i - (n - 1) / 2) / ((n - 1) / 2)
            w = .166 + .038 * max(0, (s - .35) / .65)
            th = .017 + .019 * max(0, (s - .6) / .4)
            q = p + Vector((side * (w / 2 - .013), 0, 0)) - u * th
            if prev is not None:
                seg = (q - prev).length
                while acc < seg:
                    c = prev.lerp(q, acc / seg)
                    P(sweep('stitch', [c + t * step * .34 * k for k in (-1, -.8, 0, .8, 1)], disc(.0034, 8), thread, up=(1, 0, 0), scale=[.3, .9, 1, .9, .3]))
                    acc += step
                acc -= seg
            prev = q

# stand it up: the dial towards the camera, leaning back, the loop on the table
tilt = math.radians(68)
e = parent_all(parts, rot=(tilt, 0, 0))
bpy.context.view_layer.update()
low = min((ob.matrix_world @ v.co).z for ob in parts if ob.type == 'MESH' for v in ob.data.vertices)
e.location.z = -low
turn = parent_all([e], rot=(0, 0, math.radians(-20)))
camera((-.55, -5.0, 1.55), (0, .08, .372), lens=190, fstop=16, focus=(0, -.05, .42))
shoot('watch-steel', 1400, 1400, samples=64, white=.55, bounces=12)
