/**
 * The template scenes, drawn as SVG: soft, a little out of focus, so that a subject can stand in front
 * of them. Everything hangs on the look, so a scene is the same as a thumbnail and at full size.
 */
import sharp from 'sharp';
import { chance } from '../chance.ts';
import type { SceneKind, SceneLook } from '../templates.ts';
import type { Size } from './sign.ts';

/** The drawing board: 1000 wide, as high as the picture's shape asks for. */
interface Board {
  readonly h: number;
  /** 0 to 1, by the look and a name. */
  readonly draw: (name: string, index?: number) => number;
}

const hsl = (hue: number, saturation: number, light: number) =>
  `hsl(${Math.round(((hue % 360) + 360) % 360)} ${Math.round(saturation)}% ${Math.round(light)}%)`;

const spread = (value: number, low: number, high: number) => low + value * (high - low);

function vertical(id: string, stops: readonly (readonly [number, string])[]): string {
  const inner = stops
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${inner}</linearGradient>`;
}

function glow(
  id: string,
  x: number,
  y: number,
  r: number,
  colour: string,
  opacity: number,
): string {
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

const fill = (h: number, paint: string) => `<rect width="1000" height="${h}" fill="${paint}"/>`;

function studio({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 0, 360);
  const warm =
    draw('colour') < 0.55 ? spread(draw('saturation'), 3, 12) : spread(draw('saturation'), 18, 38);
  const light = spread(draw('light'), 74, 90);
  const floor = h * spread(draw('floor'), 0.68, 0.8);
  return `<defs>${vertical('wall', [
    [0, hsl(hue, warm, light - 8)],
    [0.62, hsl(hue, warm, light)],
    [0.76, hsl(hue, warm, light + 4)],
    [1, hsl(hue, warm, light - 10)],
  ])}
    ${glow('lamp', spread(draw('lamp'), 0.25, 0.7), 0.3, 0.65, '#ffffff', 0.55)}${blur('soft', 26)}</defs>
    ${fill(h, 'url(#wall)')}${fill(h, 'url(#lamp)')}
    <ellipse cx="500" cy="${floor + h * 0.14}" rx="620" ry="${h * 0.06}" fill="${hsl(hue, warm, light - 24)}" opacity="0.35" filter="url(#soft)"/>`;
}

function interior({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 18, 48);
  const floor = h * 0.76;
  const left = spread(draw('window'), 90, 480);
  const panes = [0, 1]
    .flatMap((column) => [0, 1].map((row) => [column, row] as const))
    .map(
      ([column, row]) =>
        `<path d="M${left + column * 190} ${h * (0.14 + row * 0.24)} h170 l-46 ${h * 0.21} h-170 z"/>`,
    )
    .join('');
  return `<defs>${vertical('wall', [
    [0, hsl(hue, 22, 82)],
    [1, hsl(hue, 26, 72)],
  ])}${vertical('floor', [
    [0, hsl(hue - 8, 30, 52)],
    [1, hsl(hue - 8, 30, 38)],
  ])}${blur('soft', 9)}${blur('wide', 24)}</defs>
    ${fill(h, 'url(#wall)')}
    <g fill="#fff6df" opacity="0.75" filter="url(#soft)">${panes}</g>
    <rect y="${floor}" width="1000" height="${h - floor}" fill="url(#floor)"/>
    <rect y="${floor - 26}" width="1000" height="26" fill="${hsl(hue, 18, 88)}"/>
    <path d="M${left - 60} ${floor} h420 l90 ${h - floor} h-470 z" fill="#fff1cf" opacity="0.28" filter="url(#wide)"/>
    <g filter="url(#soft)"><rect x="800" y="${floor - h * 0.11}" width="110" height="${h * 0.13}" rx="16" fill="${hsl(hue - 10, 34, 46)}"/>
    ${[0, 1, 2, 3, 4].map((leaf) => `<ellipse cx="855" cy="${floor - h * 0.25}" rx="34" ry="${h * 0.15}" fill="${hsl(118 + leaf * 7, 26, 30 + leaf * 4)}" transform="rotate(${(leaf - 2) * 26} 855 ${floor - h * 0.1})"/>`).join('')}</g>`;
}

function street({ h, draw }: Board): string {
  const horizon = h * 0.6;
  const hue = spread(draw('hue'), 10, 45);
  const houses = [0, 1, 2, 3].map((house) => {
    const near = 1 - house * 0.24;
    const x = 500 - 500 * near;
    const width = 130 * near;
    const top = horizon - h * 0.62 * near * spread(draw('height', house), 0.8, 1.05);
    const colour = (shift: number) =>
      hsl(hue + draw('house', house) * 24, 24, 66 - house * 3 + shift);
    const side = (at: number, shift: number) =>
      `<rect x="${at}" y="${top}" width="${width + 2}" height="${horizon - top + h * 0.16 * near}" fill="${colour(shift)}"/>
       ${[0, 1, 2].map((row) => `<rect x="${at + width * 0.28}" y="${top + (horizon - top) * (0.18 + row * 0.25)}" width="${width * 0.4}" height="${(horizon - top) * 0.14}" fill="${hsl(210, 18, 44)}" opacity="0.7"/>`).join('')}`;
    return side(x, 0) + side(1000 - x - width, -7);
  });
  return `<defs>${vertical('sky', [
    [0, hsl(212, 46, 74)],
    [0.6, hsl(38, 60, 88)],
    [1, hsl(38, 40, 80)],
  ])}${vertical('road', [
    [0, hsl(30, 8, 70)],
    [1, hsl(30, 8, 50)],
  ])}${blur('soft', 7)}${glow('sun', 0.5, 0.56, 0.4, '#fff0c8', 0.8)}</defs>
    ${fill(h, 'url(#sky)')}<g filter="url(#soft)">
    <path d="M500 ${horizon} L1500 ${h * 1.05} H-500 Z" fill="url(#road)"/>
    <rect y="${h * 0.84}" width="1000" height="${h * 0.2}" fill="${hsl(30, 8, 50)}" opacity="0.5"/>
    ${houses.toReversed().join('')}</g>${fill(h, 'url(#sun)')}`;
}

function hills(h: number, at: number, swing: number, phase: number): string {
  const points = Array.from({ length: 21 }, (_, step) => {
    const x = step * 50;
    const y = at + swing * (Math.sin(x / 190 + phase) + 0.5 * Math.sin(x / 83 + phase * 2));
    return `${x} ${y.toFixed(1)}`;
  });
  return `M0 ${h} L${points.join(' L')} L1000 ${h} Z`;
}

function garden({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 78, 138);
  const layers = [0.46, 0.55, 0.66, 0.8].map(
    (at, layer) =>
      `<path d="${hills(h, h * at, h * 0.035, draw('hill', layer) * 9)}" fill="${hsl(hue + 26 - layer * 10, 22 + layer * 7, 70 - layer * 11)}"/>`,
  );
  return `<defs>${vertical('sky', [
    [0, hsl(204, 52, 74)],
    [0.6, hsl(48, 62, 91)],
  ])}${blur('soft', 7)}${glow('sun', draw('sun'), 0.3, 0.5, '#fff7d6', 0.9)}</defs>
    ${fill(h, 'url(#sky)')}${fill(h, 'url(#sun)')}<g filter="url(#soft)">${layers.join('')}</g>`;
}

function seaside({ h, draw }: Board): string {
  const horizon = h * spread(draw('horizon'), 0.46, 0.56);
  const hue = spread(draw('hue'), 184, 208);
  return `<defs>${vertical('sky', [
    [0, hsl(hue + 10, 56, 72)],
    [1, hsl(36, 66, 91)],
  ])}${vertical('sea', [
    [0, hsl(hue, 46, 50)],
    [1, hsl(hue - 14, 44, 70)],
  ])}${vertical('sand', [
    [0, hsl(40, 42, 82)],
    [1, hsl(36, 38, 68)],
  ])}${blur('soft', 8)}${glow('sun', spread(draw('sun'), 0.2, 0.8), 0.42, 0.45, '#fffbe6', 0.9)}</defs>
    <rect width="1000" height="${horizon + 60}" fill="url(#sky)"/>${fill(h, 'url(#sun)')}
    <g filter="url(#soft)"><rect x="-40" y="${horizon}" width="1080" height="${h * 0.3}" fill="url(#sea)"/>
    <path d="M-40 ${h * 0.76} Q250 ${h * 0.7} 520 ${h * 0.75} T1040 ${h * 0.72} V${h + 40} H-40 Z" fill="url(#sand)"/>
    <path d="M-40 ${h * 0.765} Q250 ${h * 0.705} 520 ${h * 0.755} T1040 ${h * 0.725}" fill="none" stroke="#fff" stroke-width="12" opacity="0.8"/></g>`;
}

function night({ h, draw }: Board): string {
  const lights = Array.from({ length: 46 }, (_, light) => {
    const r = spread(draw('size', light), 12, 58);
    const y = h * spread(draw('y', light), 0.1, 0.72);
    const hue = [36, 28, 200, 330, 48][Math.floor(draw('hue', light) * 5)] ?? 36;
    return `<circle cx="${(draw('x', light) * 1000).toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="${hsl(hue, 84, 66)}" opacity="${spread(draw('glow', light), 0.16, 0.6).toFixed(2)}"/>`;
  });
  return `<defs>${vertical('sky', [
    [0, '#0c1524'],
    [0.7, '#2a2f48'],
    [1, '#141722'],
  ])}${blur('soft', 3.5)}</defs>
    ${fill(h, 'url(#sky)')}<g filter="url(#soft)">${lights.join('')}</g>
    <rect y="${h * 0.8}" width="1000" height="${h * 0.2}" fill="#10131c" opacity="0.7"/>`;
}

function desert({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 18, 38);
  const dunes = [0.54, 0.66, 0.82].map(
    (at, layer) =>
      `<path d="${hills(h, h * at, h * 0.05, draw('dune', layer) * 9)}" fill="${hsl(hue, 50, 74 - layer * 11)}"/>`,
  );
  return `<defs>${vertical('sky', [
    [0, hsl(204, 42, 76)],
    [0.6, hsl(hue, 70, 90)],
  ])}${blur('soft', 6)}</defs>
    ${fill(h, 'url(#sky)')}<g filter="url(#soft)"><circle cx="${spread(draw('sun'), 200, 800)}" cy="${h * 0.26}" r="66" fill="#fff4d2"/>${dunes.join('')}</g>`;
}

function podium({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 0, 360);
  const soft = spread(draw('saturation'), 20, 44);
  const top = h * 0.78;
  return `<defs>${vertical('wall', [
    [0, hsl(hue, soft, 80)],
    [1, hsl(hue, soft, 87)],
  ])}${vertical('floor', [
    [0, hsl(hue, soft, 84)],
    [1, hsl(hue, soft, 74)],
  ])}
    <linearGradient id="drum"><stop offset="0" stop-color="${hsl(hue + 12, soft, 66)}"/><stop offset="0.4" stop-color="${hsl(hue + 12, soft, 88)}"/><stop offset="1" stop-color="${hsl(hue + 12, soft, 64)}"/></linearGradient>${blur('soft', 20)}${blur('fine', 3)}</defs>
    ${fill(h, 'url(#wall)')}
    <g filter="url(#fine)"><path d="M180 ${top} V${h * 0.4} a320 ${Math.min(320, h * 0.3)} 0 0 1 640 0 V${top} Z" fill="${hsl(hue + 24, soft + 6, 74)}"/>
    <rect y="${top - h * 0.04}" width="1000" height="${h * 0.3}" fill="url(#floor)"/></g>
    <ellipse cx="560" cy="${top + h * 0.14}" rx="430" ry="${h * 0.05}" fill="${hsl(hue, soft, 42)}" opacity="0.45" filter="url(#soft)"/>
    <path d="M160 ${top} v${h * 0.1} a340 ${h * 0.05} 0 0 0 680 0 v${-h * 0.1} z" fill="url(#drum)"/>
    <ellipse cx="500" cy="${top}" rx="340" ry="${h * 0.05}" fill="${hsl(hue + 12, soft, 92)}"/>`;
}

function stone({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 0, 360);
  const light = draw('dark') < 0.35 ? 32 : 86;
  const veins = Array.from({ length: 9 }, (_, vein) => {
    const y = h * draw('vein', vein);
    const bend = (name: string) => (y + h * spread(draw(name, vein), -0.3, 0.3)).toFixed(0);
    return `<path d="M-60 ${bend('a')} C250 ${bend('b')} 600 ${bend('c')} 1060 ${bend('d')}" stroke-width="${spread(draw('width', vein), 2, 15).toFixed(1)}"/>`;
  });
  return `<defs>${vertical('slab', [
    [0, hsl(hue, 6, light)],
    [1, hsl(hue, 8, light - 12)],
  ])}${blur('soft', 6)}${glow('lamp', 0.35, 0.25, 0.7, '#ffffff', 0.35)}</defs>
    ${fill(h, 'url(#slab)')}<g fill="none" stroke="${hsl(hue, 10, light < 50 ? 62 : 58)}" opacity="0.5" filter="url(#soft)">${veins.join('')}</g>${fill(h, 'url(#lamp)')}`;
}

function cloth({ h, draw }: Board): string {
  const hue = spread(draw('hue'), 0, 360);
  const rich = spread(draw('saturation'), 14, 46);
  const folds = Array.from({ length: 16 }, (_, fold) => {
    const x = fold * 70 - 30;
    const lean = spread(draw('lean', fold), -130, 130);
    const shade = fold % 2 === 0 ? hsl(hue, rich, 54) : hsl(hue, rich, 88);
    return `<path d="M${x} -60 C${x + lean} ${h * 0.35} ${x - lean} ${h * 0.7} ${x + lean * 0.6} ${h + 60} h${spread(draw('fold', fold), 22, 66).toFixed(0)} C${x - lean + 70} ${h * 0.7} ${x + lean + 70} ${h * 0.35} ${x + 46} -60 Z" fill="${shade}" opacity="0.42"/>`;
  });
  return `<defs>${blur('soft', 17)}${glow('lamp', 0.4, 0.3, 0.8, '#ffffff', 0.3)}</defs>
    ${fill(h, hsl(hue, rich, 72))}<g filter="url(#soft)">${folds.join('')}</g>${fill(h, 'url(#lamp)')}`;
}

const drawings: Readonly<Record<SceneKind, (board: Board) => string>> = {
  studio,
  interior,
  street,
  garden,
  seaside,
  night,
  desert,
  podium,
  stone,
  cloth,
};

/** The scene as an SVG of `size`. */
function sceneSvg(look: SceneLook, size: Size): string {
  const h = Math.round((1000 * size.height) / size.width);
  const key = `${look.scene} ${look.variant}`;
  const drawn = drawings[look.scene]({
    h,
    draw: (name, index = 0) => chance(key, name, index),
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 1000 ${h}" preserveAspectRatio="none">${drawn}</svg>`;
}

/** Part of the drawing left out on each side: blurred shapes fade towards its edge. */
const frame = 0.045;

/** The scene as a PNG of `size`. */
export async function drawScene(look: SceneLook, { width, height }: Size): Promise<Buffer> {
  const left = Math.ceil(width * frame);
  const top = Math.ceil(height * frame);
  const svg = sceneSvg(look, { width: width + 2 * left, height: height + 2 * top });
  return sharp(Buffer.from(svg))
    .extract({ left, top, width, height })
    .flatten()
    .png({ compressionLevel: 1 })
    .toBuffer();
}
