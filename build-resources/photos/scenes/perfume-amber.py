# SPDX-License-Identifier: MIT
"""A perfume bottle: thick glass, amber liquid, gold collar, black cap, label."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from studio import *

reset()
rig(1.0, .55, key=4.2, fill=2.4, top=3.0, back=3.0, strip=True)

W, D, H = .64, .34, .80
clear = glass('glass', (.985, .99, .985), 1.5, shadow=(.84, .80, .74))
box('bottle', (W, D, H), (0, 0, H / 2 + .003), clear, bevel=.055, segs=8)
juice = glass('juice', (1, 1, 1), .89, shadow=(.66, .42, .20), absorb=(.90, .50, .06), density=8)
air = glass('air', (1, 1, 1), 1 / 1.5, shadow=(1, 1, 1))
z0, z1, z2 = .10, .66, .735
box('juice', (W - .1, D - .1, z1 - z0), (0, 0, (z0 + z1) / 2), juice, bevel=.03, segs=6)
box('air', (W - .1, D - .1, z2 - z1 - .002), (0, 0, (z1 + z2) / 2 + .001), air, bevel=.028, segs=6)

gold = material('gold', **GOLD)
lathe('neck', fillet([(.001, H), (.135, H, .01), (.135, H + .03, .01), (.118, H + .035, .004),
                      (.118, H + .085, .01), (.001, H + .085)]), gold)
black = material('cap', (.012, .011, .011), rough=.22, coat=1.0)
box('cap', (.33, .27, .32), (0, 0, H + .07 + .16), black, bevel=.02, segs=6)
box('cap ring', (.336, .276, .012), (0, 0, H + .078), gold, bevel=.003)

paper = material('label', (.86, .83, .76), rough=.75, bump=dict(scale=90, strength=.15, distance=.003))
y = -D / 2 - .002
box('label', (.36, .004, .36), (0, y, .37), paper, bevel=.001)
ink = material('ink', (.02, .018, .016), rough=.6)
brown = material('brown ink', (.22, .09, .02), rough=.5)
foil = material('foil', **GOLD)
y -= .004
text('LATENT', .076, (0, y, .455), ink, 'EB Garamond', spacing=1.25)
text('No. 6', .066, (0, y, .372), brown, 'EB Garamond')
text('EAU DE PARFUM', .026, (0, y, .30), ink, 'Lato', spacing=1.3)
text('50 ml  ·  1.7 fl. oz.', .02, (0, y, .235), ink, 'Lato')
for x, z, w, h in ((0, .53, .32, .002), (0, .21, .32, .002), (-.16, .37, .002, .32), (.16, .37, .002, .32)):
    box('rule', (w, .001, h), (x, y + .0015, z), foil, bevel=0)

camera((-1.15, -5.4, 1.35), (0, 0, .585), lens=115, fstop=11)
shoot('perfume-amber', 1100, 1600, samples=110, white=.55, bounces=14)
