/**
 * Draws the template models as SVG: a figure from the hips up, in a garment. The figures resemble
 * no real person.
 */
import { chance, pick } from '../chance.ts';
import type { FigureLook } from '../templates.ts';
import type { Size } from '#shared/pictures.ts';

const skins = ['#f1cfb5', '#e6b896', '#d39d76', '#b57f58', '#8c5a3b', '#5f3b28'];
const hairs = ['#1d1613', '#3a2419', '#6a4126', '#a8743c', '#d8b36a', '#7d3a24', '#8f8a86'];
const garments = ['#e9e4da', '#22262d', '#8a2f38', '#34506f', '#5d6b4a', '#c9a66b', '#b5657a'];
const backdrops = ['#d9dcdf', '#e6ded3', '#cfd8dc', '#e3d5d2', '#d5dccd', '#dcd6e3'];

const necklines = [
  'M196 372 Q240 404 284 372',
  'M196 372 L240 440 L284 372',
  'M188 372 Q240 384 292 372',
] as const;

/** Returns the skin tone of a model. Results that use the model have the same tone. */
export function skinOf(look: FigureLook): string {
  return pick(skins, 'figure', 'skin', look.variant);
}

function hair(style: number, colour: string): { behind: string; front: string } {
  const cap = `<path d="M168 236 Q160 128 240 124 Q320 128 312 236 Q304 178 262 172 Q206 184 168 236 Z" fill="${colour}"/>`;
  if (style === 0) {
    const long = `<path d="M166 232 Q150 120 240 118 Q330 120 314 232 Q330 330 350 400 Q240 436 130 400 Q150 330 166 232 Z" fill="${colour}"/>`;
    return { behind: long, front: cap };
  }
  if (style === 1) {
    const bun = `<circle cx="240" cy="108" r="40" fill="${colour}"/>`;
    return { behind: bun, front: cap };
  }
  if (style === 2) {
    const bob = `<path d="M160 240 Q146 122 240 120 Q334 122 320 240 L322 300 Q286 318 240 318 Q194 318 158 300 Z" fill="${colour}"/>`;
    return { behind: bob, front: cap };
  }
  const curls = Array.from({ length: 11 }, (_, curl) => {
    const angle = Math.PI * (0.92 + (curl / 10) * 1.16);
    const [x, y] = [240 + 82 * Math.cos(angle), 216 + 92 * Math.sin(angle)];
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="34" fill="${colour}"/>`;
  });
  return { behind: curls.join(''), front: cap };
}

/** Returns the model as an SVG of `size`; designed for a ratio of 4:5. */
export function figureSvg(look: FigureLook, size: Size): string {
  const of = <T>(list: readonly T[], name: string) => pick(list, 'figure', name, look.variant);
  const skin = skinOf(look);
  const garment = of(garments, 'garment');
  const { behind, front } = hair(of([0, 1, 2, 3], 'style'), of(hairs, 'hair'));
  const slope = 56 + 30 * chance('figure', 'shoulders', look.variant);
  const turn = (chance('figure', 'turn', look.variant) - 0.5) * 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 480 600" preserveAspectRatio="xMidYMid slice">
  <defs><radialGradient id="back" cx="0.5" cy="0.38" r="0.8"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${of(backdrops, 'backdrop')}"/></radialGradient>
  <linearGradient id="shade" x1="0" x2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.22"/><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.3"/></linearGradient>
  <clipPath id="body"><path d="M196 372 Q120 380 ${slope} 446 L30 640 H450 L${480 - slope} 446 Q360 380 284 372 Q240 404 196 372 Z"/></clipPath></defs>
  <rect x="-200" y="-200" width="880" height="1000" fill="url(#back)"/>
  <g transform="rotate(${turn.toFixed(1)} 240 460)">${behind}
  <path d="M206 290 V372 Q240 420 274 372 V290 Z" fill="${skin}"/><path d="M206 318 Q240 352 274 318 V300 H206 Z" fill="#000" opacity="0.14"/>
  <ellipse cx="240" cy="232" rx="68" ry="88" fill="${skin}"/><ellipse cx="240" cy="232" rx="68" ry="88" fill="url(#shade)"/>${front}
  <path d="M196 372 Q120 380 ${slope} 446 L30 640 H450 L${480 - slope} 446 Q360 380 284 372 Q240 404 196 372 Z" fill="${garment}"/>
  <g clip-path="url(#body)"><rect width="480" height="640" fill="url(#shade)"/>
  <path d="${of(necklines, 'neckline')} V350 H196 Z" fill="${skin}"/></g></g></svg>`;
}
