# SPDX-License-Identifier: MIT
"""Two lipsticks, one open, the cap lying beside it."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(.9, .42, key=4.2, fill=1.8, top=2.8, back=2.0, strip=True, paper=(.76, .735, .725))

black = material('lacquer', (.010, .009, .010), rough=.16, coat=1)
gold = material('gold', **GOLD)


def base(x, y):
    return [lathe('base', fillet([(.001, .0), (.118, .0, .006), (.124, .012, .006), (.124, .30, .008), (.112, .306), (.001, .306)]), black),
            lathe('band', fillet([(.112, .298), (.1255, .298, .002), (.1255, .322, .002), (.112, .322)]), gold),
            lathe('inner', fillet([(.104, .31), (.104, .52, .008), (.094, .522, .004), (.090, .515), (.088, .44)]), gold)]


def bullet(color, rough=.32):
    m = material('stick', color, rough=rough, specular=.45)
    prof = fillet([(.086, .44), (.086, .66, .05), (.060, .735, .05), (.001, .745)], 12)

    def cut(v, a):
        x, y, z = v
        k = max(0, min(1, (z - .50) / .20))
        return (x, y, z + k * k * (x * .95 + .04))
    return [lathe('bullet', prof, m, warp=cut, angle=60)]


parent_all(base(0, 0) + bullet((.33, .004, .010)), loc=(-.14, 0, 0), rot=(0, 0, math.radians(-25)))
parent_all(base(0, 0) + bullet((.42, .075, .07), .36), loc=(-.52, .34, 0), rot=(0, 0, math.radians(-10)))


def cap():
    return [lathe('cap', fillet([(.112, .0), (.126, .0, .003), (.126, .50, .016), (.001, .503)]), black),
            lathe('cap in', [(.112, 0), (.112, .48), (.001, .48)], gold),
            lathe('cap band', fillet([(.111, -.001), (.1275, -.001, .003), (.1275, .022, .003), (.120, .022)]), gold)]


parent_all(cap(), loc=(.17, -.05, .1275), rot=(math.radians(90), 0, math.radians(62)))
camera((-.2, -4.9, 1.75), (-.02, .08, .31), lens=100, fstop=9, focus=(-.12, -.1, .5))
shoot('lipstick-rouge', 1500, 1200, samples=56, white=.57)
