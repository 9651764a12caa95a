# SPDX-License-Identifier: MIT
"""A stoneware teapot, half dipped in a green-blue glaze, and a cup."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(1.7, .6, key=4.6, fill=1.4, top=3.0, back=1.5)

glaze = material('glaze', (.02, .28, .30), rough=.12, coat=.6, bump=dict(scale=7, strength=.10, distance=.02))
noise_color(glaze, [(.30, (.004, .07, .095)), (.52, (.006, .13, .15)), (.72, (.06, .27, .25))], scale=5, detail=9)
clay = material('clay', (.40, .27, .18), rough=.85, bump=dict(scale=60, strength=.35, distance=.01))
noise_color(clay, [(.36, (.20, .12, .07)), (.43, (.36, .245, .16)), (.8, (.44, .31, .21))], scale=42, detail=3)

body = spline([(.36, .03), (.56, .14), (.72, .38), (.70, .62), (.52, .83), (.33, .92)], 10)
cut = [i for i, p in enumerate(body) if p[1] > .24][0]
foot = [(.001, .02), (.30, .02), (.31, .0), (.36, .0)] + body[:cut + 1]
lathe('foot', foot, clay)
edge = body[cut:]
lathe('belly', [(edge[0][0] + .001, edge[0][1] - .004), (edge[0][0] + .009, edge[0][1] + .004)]
      + [(r + .008, z) for r, z in edge] + [(.335, .945), (.30, .945), (.29, .92)], glaze)
lathe('lid', fillet([(.001, 1.04), (.10, 1.035, .02), (.26, .985, .05), (.305, .955, .01), (.30, .935), (.28, .93)]), glaze)
lathe('knob', spline([(.045, 1.02), (.042, 1.06), (.075, 1.10), (.085, 1.135), (.055, 1.165), (.001, 1.172)], 8), clay)

spout = spline([(.56, 0, .38), (.76, 0, .46), (.90, 0, .64), (.985, 0, .82), (1.07, 0, .92)], 10)
n = len(spout)
rad = [1 - .62 * (i / (n - 1)) ** .75 for i in range(n)]
sp = sweep('spout', spout, disc(.19, 40), glaze, up=(0, 1, 0), scale=rad)
m = sp.modifiers.new('hole', 'BOOLEAN')
hole = sweep('hole', [(1.02, 0, .86), (1.05, 0, .9), (1.12, 0, .985)], disc(.052, 32), clay, up=(0, 1, 0))
hole.hide_render = True
m.object, m.operation = hole, 'DIFFERENCE'
handle = spline([(-.50, 0, .80), (-.74, 0, .90), (-1.0, 0, .84), (-1.10, 0, .62), (-.98, 0, .40), (-.78, 0, .28), (-.62, 0, .27)], 10)
n = len(handle)
sweep('handle', handle, superellipse(.048, .075, 2.6, 32), glaze, up=(0, 1, 0),
      scale=[1.25 - .35 * math.sin(math.pi * i / (n - 1)) for i in range(n)])
teapot = [bpy.data.objects[k] for k in ('foot', 'belly', 'lid', 'knob', 'spout', 'hole', 'handle')]
parent_all(teapot, loc=(-.28, .1, 0), rot=(0, 0, math.radians(-14)))

cup = fillet([(.001, .03), (.16, .03, .01), (.165, .0, .005), (.19, .0, .01), (.20, .06, .04), (.285, .15, .09), (.30, .44, .006),
              (.283, .445, .006), (.262, .16, .08), (.001, .06)], 8)
k = [i for i, p in enumerate(cup) if p[1] > .14][0]
a = lathe('cup foot', cup[:k + 1], clay)
b = lathe('cup glaze', [(r + (.006 if i < 12 else 0), z) for i, (r, z) in enumerate(cup[k:])], glaze)
tea = material('tea', (.16, .055, .012), rough=.02, specular=.6)
c = lathe('tea', [(.001, .345), (.277, .345)], tea)
parent_all([a, b, c], loc=(1.02, -.42, 0))

camera((-.3, -8.6, 2.5), (.14, 0, .50), lens=100, fstop=11, focus=(.2, -.6, .5))
shoot('teapot-stoneware', 1600, 1100, samples=56, white=.54)
