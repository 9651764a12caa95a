# SPDX-License-Identifier: MIT
"""Creates the files of the folder above from a work folder, given as the only
argument. That folder contains the rendered <name>.tif files and three originals
from Debian's packages: face.dat (python3-scipy), hubble_deep_field.jpg
(python3-skimage), seeding_by_Clements_Engelhardt.jpg (lomiri-wallpapers-16.04).
Writes photos.json and CREDITS.md from the metadata that exiftool reads from the new files.
"""
import bz2
import json
import os
import shutil
import subprocess
import sys
import time

import numpy as np
import tifffile
from PIL import Image

WORK = sys.argv[1]
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ICC = '/usr/share/color/icc/'
SRGB, ADOBE = ICC + 'sRGB.icc', ICC + 'compatibleWithAdobeRGB1998.icc'
TERM = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
OURS = 'Darkslide contributors'
CC0 = 'https://creativecommons.org/publicdomain/zero/1.0/'

PHOTOS = [
    dict(file='perfume-amber.jpg', src='perfume-amber', how='sideways', title='Perfume in a glass bottle',
         caption='Perfume bottle with amber liquid, gold collar, black cap and a paper label, on a seamless grey backdrop.',
         keywords=['perfume', 'bottle', 'glass', 'product', 'packshot'],
         notes='stored sideways, EXIF orientation 6'),
    dict(file='lipstick-rouge.jpg', src='lipstick-rouge', title='Two lipsticks',
         caption='Two open lipsticks, red and rose, in black and gold cases, one cap lying beside them, on a seamless backdrop.',
         keywords=['lipstick', 'cosmetics', 'product', 'packshot']),
    dict(file='teapot-stoneware.jpg', src='teapot-stoneware', how='adobe', title='Stoneware teapot and cup',
         caption='Stoneware teapot with a green-blue glaze over bare clay, and a filled cup, on a seamless backdrop.',
         keywords=['teapot', 'ceramics', 'tableware', 'product', 'packshot'],
         notes='Adobe RGB (1998), pixels converted'),
    dict(file='lamp-brass.tif', src='lamp-brass', how='tiff', title='Desk lamp',
         caption='Desk lamp with a green shade, a brass stem and a marble foot, on a seamless backdrop.',
         keywords=['lamp', 'furniture', 'brass', 'product', 'packshot'],
         notes='TIFF, 16 bits a channel, from the float render'),
    dict(file='handbag-cognac.jpg', src='handbag-cognac', title='Leather handbag',
         caption='Top handle bag in cognac leather with a stitched flap and a gold turn lock, on a seamless backdrop.',
         keywords=['handbag', 'leather', 'fashion', 'product', 'packshot']),
    dict(file='watch-steel.jpg', src='watch-steel', title='Steel wrist watch',
         caption='Steel wrist watch with a blue dial on a brown leather strap, on a seamless backdrop.',
         keywords=['watch', 'jewellery', 'product', 'packshot'], gps=(51.47783, -0.00154),
         notes='GPS in EXIF: the Royal Observatory in Greenwich, a public landmark, put there so that its removal can be shown '
               '(the shot was rendered, not taken there)'),
    dict(file='sunglasses-tortoise.jpg', src='sunglasses-tortoise', title='Tortoiseshell sunglasses',
         caption='Sunglasses in tortoiseshell acetate with graduated lenses, on a seamless backdrop.',
         keywords=['sunglasses', 'eyewear', 'fashion', 'product', 'packshot']),
    dict(file='dandelion-seeds.jpg', src='seeding_by_Clements_Engelhardt.jpg', how='resize', title='Dandelions against the sun', real=True,
         caption='Dandelion clocks in a meadow against the low sun.', keywords=['dandelion', 'meadow', 'backlight', 'nature'],
         maker='Clemens Engelhardt', licence='CC0-1.0', year='2018', kind='digitalCapture',
         rights='CC0 1.0: no rights reserved; by Clemens Engelhardt, 2018', url=CC0,
         source="Debian package lomiri-wallpapers-16.04 (20.04.0-2), backgrounds/seeding_by_Clements_Engelhardt.jpg, CC0-1.0 by its copyright file; "
                'upstream https://gitlab.com/ubports/development/core/lomiri-wallpapers',
         notes='scaled down from 5312 x 2988; only the year is known (2018, in XMP), so no DateTimeOriginal'),
    dict(file='raccoon-face.jpg', src='face.dat', how='face', title='Raccoon', real=True,
         caption='A raccoon among leaves, looking at the camera.', keywords=['raccoon', 'animal', 'wildlife'],
         maker='public-domain-image.com', licence='public domain', rights='Public domain', kind=None,
         source='Debian package python3-scipy (1.10.1), scipy/misc/face.dat; upstream scipy.datasets.face: raccoon-procyon-lotor.jpg '
                'of http://www.public-domain-image.com',
         notes='date and photographer not known, so no DateTimeOriginal; 8 bit RGB array stored as JPEG here'),
    dict(file='hubble-deep-field.jpg', src='hubble_deep_field.jpg', how='copy', title='Hubble eXtreme Deep Field', real=True,
         caption="The Hubble Space Telescope's eXtreme Deep Field: galaxies in the constellation Fornax, put together from ten years of exposures.",
         keywords=['Hubble', 'galaxies', 'astronomy', 'NASA'],
         maker='NASA, ESA, G. Illingworth, D. Magee and P. Oesch (UCSC), R. Bouwens (Leiden), and the HUDF09 Team',
         licence='public domain', rights='Public domain (NASA)', year='2012', kind='compositeCapture',
         source='Debian package python3-skimage (0.19.3), skimage/data/hubble_deep_field.jpg; upstream HubbleSite release 2012-37, '
                '"may be freely used in the public domain" (docstring of skimage.data.hubble_deep_field)',
         notes='JPEG data as in the package, metadata added; a composite, so no DateTimeOriginal'),
]


def run(*a):
    return subprocess.run(a, check=True, capture_output=True, text=True).stdout


def linear(s):
    return np.where(s <= .04045, s / 12.92, ((s + .055) / 1.055) ** 2.4)


def adobe(s16):
    """sRGB to Adobe RGB (1998), both D65, in floating point."""
    srgb = np.array([[.4124564, .3575761, .1804375], [.2126729, .7151522, .0721750], [.0193339, .1191920, .9503041]])
    argb = np.array([[.5767309, .1855540, .1881852], [.2973769, .6273491, .0752741], [.0270343, .0706872, .9911085]])
    lin = linear(s16 / 65535.) @ (np.linalg.inv(argb) @ srgb).T
    return np.clip(lin, 0, 1) ** (256 / 563.)


def to8(x):
    g = np.random.default_rng(1).uniform(-.5, .5, x.shape)         # dithered, so that the backdrop does not band
    return np.clip(x * 255 + g + .5, 0, 255).astype(np.uint8)


def pixels(p, out):
    how = p.get('how')
    src = os.path.join(WORK, p['src'] + ('' if '.' in p['src'] else '.tif'))
    if how == 'copy':
        shutil.copyfile(src, out)
    elif how == 'tiff':
        run('convert', src, '-compress', 'zip', '-define', 'tiff:predictor=2', out)
    else:
        if how == 'face':
            im = Image.fromarray(np.frombuffer(bz2.decompress(open(src, 'rb').read()), np.uint8).reshape(768, 1024, 3))
        elif how == 'resize':
            im = Image.open(src).convert('RGB').resize((1600, 900), Image.LANCZOS)
        else:
            a = tifffile.imread(src)
            a = to8(adobe(a) if how == 'adobe' else a / 65535.)
            im = Image.fromarray(np.ascontiguousarray(np.rot90(a)) if how == 'sideways' else a)
        im.save(out, quality=90, subsampling=0 if not p.get('real') else 2, optimize=True)


def metadata(p, out):
    maker = p.get('maker', OURS)
    rights = p.get('rights', 'Copyright (c) 2026 Darkslide contributors. MIT licence')
    credit = 'NASA / ESA' if 'NASA' in maker else maker
    a = ['-overwrite_original', '-codedcharacterset=utf8', '-all=', '-icc_profile<=' + (ADOBE if p.get('how') == 'adobe' else SRGB),
         '-EXIF:Artist=' + maker, '-EXIF:Copyright=' + rights, '-EXIF:ImageDescription=' + p['caption'],
         '-EXIF:ModifyDate=' + time.strftime('%Y:%m:%d %H:%M:%S', time.gmtime()), *([] if p.get('how') == 'tiff' else ['-EXIF:ExifImageWidth<ImageWidth', '-EXIF:ExifImageHeight<ImageHeight']), '-EXIF:ColorSpace=' + ('Uncalibrated' if p.get('how') == 'adobe' else 'sRGB'),
         '-EXIF:Orientation#=' + ('6' if p.get('how') == 'sideways' else '1'),
         '-IPTC:ObjectName=' + p['title'], '-IPTC:Headline=' + p['title'], '-IPTC:Caption-Abstract=' + p['caption'],
         '-IPTC:By-line=' + ('NASA, ESA' if 'NASA' in maker else maker), '-IPTC:CopyrightNotice=' + rights, '-IPTC:Credit=' + credit,
         '-XMP-dc:Creator=' + maker, '-XMP-dc:Title=' + p['title'], '-XMP-dc:Description=' + p['caption'], '-XMP-dc:Rights=' + rights]
    if p.get('how') == 'adobe':
        a.append('-EXIF:InteropIndex=R03')
    for k in p['keywords']:
        a += ['-IPTC:Keywords=' + k, '-XMP-dc:Subject=' + k]
    if p.get('url'):
        a += ['-XMP-xmpRights:WebStatement=' + p['url'], '-XMP-cc:License=' + p['url']]
    kind = p.get('kind', 'digitalCreation')
    if kind:
        a.append('-XMP-iptcExt:DigitalSourceType=' + TERM + kind)
    if not p.get('real'):                       # taken when it was rendered
        d, t = time.strftime('%Y:%m:%d %H:%M:%S', time.gmtime(os.path.getmtime(os.path.join(WORK, p['src'] + '.tif')))).split()
        a += ['-EXIF:DateTimeOriginal=' + d + ' ' + t, '-EXIF:CreateDate=' + d + ' ' + t, '-EXIF:OffsetTimeOriginal=+00:00',
              '-EXIF:Software=Blender 3.4.1 Cycles', '-EXIF:XResolution=300', '-EXIF:YResolution=300', '-EXIF:ResolutionUnit=inches',
              '-IPTC:DateCreated=' + d, '-IPTC:TimeCreated=' + t + '+00:00']
    elif p.get('year'):
        a.append('-XMP-photoshop:DateCreated=' + p['year'])
    if p.get('gps'):
        la, lo = p['gps']
        a += ['-EXIF:GPSLatitude=%f' % abs(la), '-EXIF:GPSLatitudeRef=' + 'NS'[la < 0], '-EXIF:GPSLongitude=%f' % abs(lo), '-EXIF:GPSLongitudeRef=' + 'EW'[lo < 0],
              '-EXIF:GPSAltitude=46', '-EXIF:GPSAltitudeRef#=0']
    run('exiftool', *a[:3], out)
    run('exiftool', a[0], *a[1:2], *a[3:], out)


rows, table = [], []
for p in PHOTOS:
    out = os.path.join(HERE, p['file'])
    pixels(p, out)
    metadata(p, out)
    x = json.loads(run('exiftool', '-j', '-n', out))[0]
    name = {'sRGB': 'sRGB', 'Compatible with Adobe RGB (1998)': 'Adobe RGB (1998)'}[x['ProfileDescription']]
    w, h = x['ImageWidth'], x['ImageHeight']
    if x['Orientation'] >= 5:
        w, h = h, w
    bits = int(str(x['BitsPerSample']).split()[0])
    source = p.get('source', 'scenes/%s.py, rendered with Blender 3.4.1 (Cycles)' % p['src'])
    lic = p.get('licence', 'MIT')
    rows.append(dict(file=p['file'], title=p['title'], licence=lic, maker=p.get('maker', OURS), source=source, width=w, height=h,
                     profile=name, orientation=x['Orientation'], bits=bits, subject='photo' if p.get('real') else 'product'))
    table.append('| `%s` | %s | %s | %s | %s | %d x %d | %s, %d bit | %s |' % (
        p['file'], p['caption'], p.get('maker', OURS), lic, source, w, h, name, bits, p.get('notes', '')))

with open(os.path.join(HERE, 'photos.json'), 'w') as f:
    json.dump(rows, f, indent=2, ensure_ascii=False)
    f.write('\n')
with open(os.path.join(HERE, 'CREDITS.md'), 'w') as f:
    f.write('''# The photographs that ship with Darkslide

The product shots were made for Darkslide and are under the project's MIT licence; the scene of each is in
[`scenes/`](scenes/README.md). They are renders, not captures; their IPTC digital source type says so
(`digitalCreation`). The brand on bottle and dial, LATENT, is made up. The other photographs are in the public domain or
CC0. Sizes are those of the upright picture, after applying the orientation tag.

| File | Shows | Maker | Licence | From | Size | Colour | Notes |
| --- | --- | --- | --- | --- | --- | --- | --- |
''' + '\n'.join(table) + '''

The profiles embedded are `sRGB.icc` ("no copyright, use freely") and `compatibleWithAdobeRGB1998.icc` ("Public Domain. No
Warranty, Use at own risk.") of Debian's package icc-profiles-free, which its copyright file puts under the zlib licence.
The letters on label and dial are drawn with the fonts EB Garamond and Lato (both SIL Open Font License), which do not ship here.
''')
