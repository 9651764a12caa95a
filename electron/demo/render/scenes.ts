/**
 * Draws the template scenes as SVG, as a background for a subject: a backdrop, layers of ground in
 * front of it and a few shapes, slightly out of focus. A scene looks the same as a thumbnail and at
 * full size.
 */
import sharp from 'sharp';
import { chance } from '../chance.ts';
import type { SceneKind, SceneLook } from '../templates.ts';
import type { Size } from '#shared/pictures.ts';

/** Returns a number from 0 to 1 that depends on the look, a name and an index. */
type Draw = (name: string, index?: number) => number;

interface Scene {
  /** Colours at the top and at the bottom. */
  readonly backdrop: readonly [string, string];
  /**
   * Layers of ground, the farthest first. Each has an upper edge and the amplitude of that edge,
   * both as fractions of the height, and a colour.
   */
  readonly grounds?: readonly (readonly [at: number, swing: number, colour: string])[];
  /** Largest difference in hue between two looks, in degrees. */
  readonly hues: number;
  /** Shapes on a canvas that is 1000 wide and `h` high. */
  readonly shapes?: (h: number, draw: Draw) => string;
}

const times = (count: number, shape: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => shape(index)).join('');

const panes = (h: number, draw: Draw) =>
  times(4, (pane) => {
    const x = 90 + draw('window') * 390 + (pane % 2) * 190;
    return `<path d="M${x} ${h * (0.14 + (pane >> 1) * 0.24)} h170 l-46 ${h * 0.21} h-170 z" fill="#fff6df" opacity="0.75"/>`;
  });

const houses = (h: number, draw: Draw) =>
  times(8, (house) => {
    const near = 0.28 + (house >> 1) * 0.24;
    const top = h * (0.6 - 0.62 * near * (0.8 + 0.25 * draw('height', house)));
    const x = house % 2 === 0 ? 500 - 500 * near : 500 + 370 * near;
    const colour = `hsl(${20 + draw('house', house) * 30} 24% ${56 + (house >> 1) * 4}%)`;
    return `<rect x="${x}" y="${top}" width="${132 * near}" height="${h * (0.6 + 0.16 * near) - top}" fill="${colour}"/>`;
  });

const lights = (h: number, draw: Draw) =>
  times(46, (light) => {
    const colour = `hsl(${[36, 28, 200, 330, 48][light % 5]} 84% 66%)`;
    const [x, y] = [1000 * draw('x', light), h * (0.1 + 0.62 * draw('y', light))];
    return `<circle cx="${x}" cy="${y}" r="${12 + 46 * draw('size', light)}" fill="${colour}" opacity="${0.16 + 0.44 * draw('glow', light)}"/>`;
  });

const drum = (h: number) =>
  `<path d="M160 ${h * 0.78} v${h * 0.1} a340 ${h * 0.05} 0 0 0 680 0 v${-h * 0.1} z" fill="#c09a86"/>
  <ellipse cx="500" cy="${h * 0.78}" rx="340" ry="${h * 0.05}" fill="#f0e0d6"/>`;

const veins = (h: number, draw: Draw) =>
  times(9, (vein) => {
    const y = (bend: string) => h * (draw('vein', vein) + 0.6 * draw(bend, vein) - 0.3);
    return `<path d="M-60 ${y('a')} C250 ${y('b')} 600 ${y('c')} 1060 ${y('d')}" fill="none" stroke="#8a8580" stroke-width="${2 + 13 * draw('width', vein)}" opacity="0.5"/>`;
  });

const folds = (h: number, draw: Draw) =>
  times(16, (fold) => {
    const lean = 260 * draw('lean', fold) - 130;
    const shade = fold % 2 === 0 ? '#000' : '#fff';
    return `<path d="M${fold * 70 - 30} -60 q${lean} ${h / 2} 0 ${h + 120} h${22 + 44 * draw('fold', fold)} q${lean} ${-h / 2} 0 ${-h - 120} z" fill="${shade}" opacity="0.18"/>`;
  });

const scenes: Readonly<Record<SceneKind, Scene>> = {
  studio: { backdrop: ['#b6b0a8', '#dedad4'], grounds: [[0.75, 0, '#c4beb6']], hues: 360 },
  interior: {
    backdrop: ['#e0d6c6', '#cdbfa8'],
    grounds: [
      [0.73, 0, '#ece6da'],
      [0.76, 0, '#8f6f52'],
    ],
    hues: 30,
    shapes: panes,
  },
  street: {
    backdrop: ['#a0bddd', '#f2e4cd'],
    grounds: [[0.6, 0, '#a39d97']],
    hues: 20,
    shapes: houses,
  },
  garden: {
    backdrop: ['#97c3e2', '#fbf2d6'],
    grounds: [
      [0.46, 0.035, '#a6c4b1'],
      [0.55, 0.035, '#85b285'],
      [0.66, 0.035, '#6f9c55'],
      [0.8, 0.035, '#5c7d35'],
    ],
    hues: 50,
  },
  seaside: {
    backdrop: ['#92c8e0', '#f8eada'],
    grounds: [
      [0.51, 0, '#4f9fb5'],
      [0.72, 0.012, '#f2f2ee'],
      [0.735, 0.012, '#dcc9a2'],
    ],
    hues: 24,
  },
  night: {
    backdrop: ['#0c1524', '#2a2f48'],
    grounds: [[0.8, 0, '#10131c']],
    hues: 40,
    shapes: lights,
  },
  desert: {
    backdrop: ['#a5c4dd', '#f8e6d3'],
    grounds: [
      [0.54, 0.05, '#ddbd9d'],
      [0.66, 0.05, '#ce9f70'],
      [0.82, 0.05, '#b98346'],
    ],
    hues: 24,
  },
  podium: {
    backdrop: ['#dcbfae', '#e8d3c7'],
    grounds: [[0.74, 0, '#d2b4a3']],
    hues: 360,
    shapes: drum,
  },
  stone: { backdrop: ['#dfdcd9', '#bcb8b4'], hues: 360, shapes: veins },
  cloth: { backdrop: ['#d3b3a0', '#c09a86'], hues: 360, shapes: folds },
};

/** Returns a band from a wavy upper edge at `at` down to the bottom. */
function ground(h: number, at: number, swing: number, phase: number, colour: string): string {
  const edge = times(21, (step) => {
    const wave = Math.sin(step / 3.8 + phase) + 0.5 * Math.sin(step / 1.7 + phase * 2);
    return ` L${step * 50} ${(h * (at + swing * wave)).toFixed(1)}`;
  });
  return `<path d="M0 ${h}${edge} L1000 ${h} Z" fill="${colour}"/>`;
}

function sceneSvg({ backdrop, grounds = [], shapes }: Scene, draw: Draw, size: Size): string {
  const h = Math.round((1000 * size.height) / size.width);
  const bands = grounds.map(([at, swing, colour], near) =>
    ground(h, at, swing, 9 * draw('ground', near), colour),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 1000 ${h}" preserveAspectRatio="none">
  <defs><linearGradient id="back" x2="0" y2="1"><stop stop-color="${backdrop[0]}"/><stop offset="0.75" stop-color="${backdrop[1]}"/></linearGradient>
  <radialGradient id="lamp" cx="${0.2 + 0.6 * draw('lamp')}" cy="0.3" r="0.65"><stop stop-color="#fff" stop-opacity="0.35"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="7"/></filter></defs>
  <rect width="1000" height="${h}" fill="url(#back)"/>
  <g filter="url(#soft)">${bands.join('')}${shapes?.(h, draw) ?? ''}</g>
  <rect width="1000" height="${h}" fill="url(#lamp)"/></svg>`;
}

/** Fraction of the drawing that is cropped on each side, because blurred shapes fade towards the edge. */
const frame = 0.045;

/** Returns the scene as a PNG of `size`. */
export async function drawScene(look: SceneLook, { width, height }: Size): Promise<Buffer> {
  const left = Math.ceil(width * frame);
  const top = Math.ceil(height * frame);
  const scene = scenes[look.scene];
  const draw: Draw = (name, index = 0) => chance(look.scene, look.variant, name, index);
  const svg = sceneSvg(scene, draw, { width: width + 2 * left, height: height + 2 * top });
  return sharp(Buffer.from(svg))
    .extract({ left, top, width, height })
    .flatten()
    .modulate({
      hue: Math.round(scene.hues * (draw('hue') - 0.5)),
      brightness: 0.92 + 0.16 * draw('light'),
    })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
