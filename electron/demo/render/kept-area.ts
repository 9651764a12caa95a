/**
 * The part of the subject that an agent keeps (interface: "maskType"). The demo service does not recognise garments
 * or faces: it divides the subject by height, in the proportions of a standing person.
 */
import type { Mask } from './raster.ts';
import type { RenderInput } from './input.ts';

/**
 * Top and bottom of the kept area, as fractions of the subject's height, measured from the
 * subject's top.
 */
const bands: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  autoApparelSegment: [0.14, 0.95],
  autoUpperApparelSegment: [0.14, 0.56],
  autoLowerApparelSegment: [0.52, 0.95],
  autoHumanSegment: [0.16, 2],
  inverseAutoHumanSegment: [-1, 0.16],
};

/** Fraction of the subject's height over which the edges of the kept area fade. */
const fade = 0.02;

function heightOf({ data, width, height }: Mask): { top: number; bottom: number } {
  const lineHas = (y: number) => data.subarray(y * width, (y + 1) * width).some((a) => a > 127);
  let [top, bottom] = [0, height - 1];
  while (top < bottom && !lineHas(top)) top += 1;
  while (bottom > top && !lineHas(bottom)) bottom -= 1;
  return { top, bottom };
}

/** Returns the area that the execution's maskType keeps; for agents without maskType, the whole subject. */
export function keptArea({ job, subject }: RenderInput): Mask {
  const band = bands[String(job.params['maskType'])];
  if (band === undefined) return subject;
  const { top, bottom } = heightOf(subject);
  const span = Math.max(1, bottom - top);
  const data = Buffer.alloc(subject.data.length);
  for (let y = 0; y < subject.height; y += 1) {
    const at = (y - top) / span;
    const share = Math.max(0, Math.min(1, (at - band[0]) / fade, (band[1] - at) / fade));
    if (share === 0) continue;
    const line = y * subject.width;
    for (let x = line; x < line + subject.width; x += 1) data[x] = subject.data[x]! * share;
  }
  return { ...subject, data };
}
