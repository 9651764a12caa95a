# SPDX-License-Identifier: MIT
"""Renders the silhouette of a product shot, which is the true mask of its subject: white where the subject is,
grey along its edge.  Writes <out>/<scene>.png:

    blender -b -P silhouette.py -- scene=perfume-amber out=../../../test/fixtures/true-masks
"""
import os
import runpy
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import bpy
import studio

OPTIONS = dict(a.split('=', 1) for a in sys.argv[sys.argv.index('--') + 1:])


def white():
    m = bpy.data.materials.new('white')
    m.use_nodes = True
    nt = m.node_tree
    nt.nodes.clear()
    emission, output = nt.nodes.new('ShaderNodeEmission'), nt.nodes.new('ShaderNodeOutputMaterial')
    nt.links.new(emission.outputs[0], output.inputs[0])
    return m


def silhouette(name, width, height, **_):
    """Replaces `shoot`: no backdrop, no lights; all other objects are white on black."""
    sc = bpy.context.scene
    sc.render.engine = 'CYCLES'
    sc.cycles.device = 'CPU'
    sc.cycles.samples = 32
    sc.cycles.use_denoising = False
    sc.cycles.use_adaptive_sampling = False
    sc.cycles.max_bounces = 0
    sc.cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
    sc.render.resolution_x, sc.render.resolution_y, sc.render.resolution_percentage = width, height, 100
    for ob in bpy.data.objects:
        if ob.type == 'LIGHT' or ob.name == 'cyclorama':
            ob.hide_render = True
    bpy.context.view_layer.material_override = white()
    # the world lights the backdrop of the photo; here it is black
    sc.world = None
    sc.view_settings.view_transform = 'Raw'
    sc.render.dither_intensity = 0
    sc.render.image_settings.compression = 100
    sc.render.image_settings.file_format = 'PNG'
    sc.render.image_settings.color_mode = 'BW'
    sc.render.filepath = os.path.join(OPTIONS['out'], name + '.png')
    bpy.ops.render.render(write_still=True)


studio.shoot = silhouette
runpy.run_path(os.path.join(HERE, OPTIONS['scene'] + '.py'))
