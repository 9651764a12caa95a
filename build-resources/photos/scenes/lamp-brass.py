# SPDX-License-Identifier: MIT
"""A desk lamp: sage green shade, brass stem, marble foot."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(3.2, 1.8, key=4.0, fill=1.3, top=2.3, back=1.2, paper=(.74, .735, .725))

brass = material('brass', (.80, .56, .24), metal=1, rough=.22)
sage = material('sage', (.105, .165, .10), rough=.38, specular=.4)
white = material('inside', (.85, .83, .78), rough=.6)
marble = material('marble', (.8, .79, .77), rough=.12)
noise_color(marble, [(.40, (.30, .30, .31)), (.47, (.74, .73, .72)), (.6, (.83, .82, .80))], scale=2.2, detail=12, distortion=1.4)
cable = material('cable', (.03, .03, .03), rough=.6)

lathe('foot', fillet([(.001, 0), (.62, 0, .02), (.62, .15, .03), (.001, .152)]), marble)
lathe('ferrule', fillet([(.001, .15), (.13, .15, .01), (.13, .175, .01), (.055, .20, .02), (.055, .32, .01), (.001, .32)]), brass)
stem = spline([(0, 0, .2), (0, 0, 1.0), (0, 0, 1.9), (.02, 0, 2.5), (.22, 0, 2.98), (.62, 0, 3.12), (.98, 0, 2.92), (1.06, 0, 2.74)], 14)
sweep('stem', stem, disc(.042, 24), brass, up=(0, 1, 0))

shade = spline([(.10, .0), (.16, -.07), (.38, -.20), (.58, -.46), (.64, -.74)], 12)
inner = [(r - .016, z - .006) for r, z in shade]
objs = [lathe('shade', shade + [(.642, -.755), (.626, -.755)], sage),
        lathe('shade in', inner, white),
        lathe('gallery', fillet([(.001, .13), (.06, .13, .02), (.075, .05, .01), (.115, .03, .01), (.115, -.03, .01), (.09, -.05)]), brass),
        lathe('bulb', spline([(.06, -.18), (.07, -.24), (.16, -.40), (.165, -.52), (.10, -.62), (.001, -.65)], 8),
              material('bulb', (1, .9, .75), emission=(1, .72, .40), strength=9))]
parent_all(objs, loc=(1.085, 0, 2.68), rot=(0, math.radians(-14), 0))
flex = spline([(-.6, .05, .05), (-.85, .1, .028), (-1.3, .5, .028), (-1.9, .55, .028), (-2.8, 1.1, .028), (-4.6, 1.2, .028), (-7, 2, .028)], 14)
sweep('flex', flex, disc(.026, 12), cable)
camera((-2.0, -13.0, 3.4), (.40, 0, 1.56), lens=108, fstop=11)
shoot('lamp-brass', 900, 1100, samples=64, white=.52)
