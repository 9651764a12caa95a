import { expect, it } from 'vitest';
import { presetOf } from '../../../../../test/fixtures/finishing.ts';
import { cutOf, placementOf } from './placement.ts';

const photo = { width: 1800, height: 1400 };
const subject = { left: 900, top: 700, width: 600, height: 300 };

/** Returns the subject's box on a canvas of 1000 px, in px of the canvas. */
function placed(changes: Parameters<typeof presetOf>[0]) {
  const preset = presetOf({ ...changes, output: { longSide: 1000, enlarge: true } });
  const { canvas, scale, origin } = placementOf(photo, subject, preset, preset.outputs[0]!);
  const at = (length: number) => Math.round(length);
  const left = at(origin.x + subject.left * scale.x);
  const top = at(origin.y + subject.top * scale.y);
  const [width, height] = [at(subject.width * scale.x), at(subject.height * scale.y)];
  return { canvas, left, top, width, height };
}

it('the subject fills its part of the canvas, unless the margin leaves less room', () => {
  const canvas = { width: 1000, height: 1000 };
  expect(placed({ subject: { fill: 0.9 } })).toEqual({
    canvas,
    left: 50,
    top: 275,
    width: 900,
    height: 450,
  });
  expect(placed({ subject: { fill: 0.9, margin: 0.1 } })).toEqual({
    canvas,
    left: 100,
    top: 300,
    width: 800,
    height: 400,
  });
  expect(placed({ subject: { fill: 0.6, margin: 0.1 } })).toMatchObject({ left: 200, width: 600 });
});

it('the margin is a part of the shorter side, and the ground line a part of the height', () => {
  const wide = { canvas: { aspect: '2:1' }, subject: { fill: 1, margin: 0.2 } };
  // 100 px on each side of 1000 × 500 px
  expect(placed(wide)).toEqual({
    canvas: { width: 1000, height: 500 },
    left: 200,
    top: 100,
    width: 600,
    height: 300,
  });
  const grounded = placed({ subject: { fill: 0.8, align: 'ground', ground: 0.2 } });
  expect(grounded.top + grounded.height).toBe(800);
});

it('only the drawn area and the pixels that scaling needs are read, and they keep their place on the canvas', () => {
  const preset = presetOf({ subject: { fill: 0.4 }, output: { longSide: 500 } });
  const placement = placementOf(photo, subject, preset, preset.outputs[0]!);
  const whole = cutOf(placement, photo);
  const { part, size, at } = cutOf(placement, photo, subject);
  const scale = placement.scale.x;
  const beside = Math.ceil(5 / scale);
  expect(subject.left - part.left).toBeGreaterThanOrEqual(Math.floor(3 / scale));
  expect(subject.left - part.left).toBeLessThanOrEqual(beside);
  expect(part.top + part.height - subject.top - subject.height).toBeLessThanOrEqual(beside);
  expect(part.width * part.height).toBeLessThan(0.5 * whole.part.width * whole.part.height);
  expect(Math.abs(placement.origin.x + part.left * scale - at.left)).toBeLessThanOrEqual(0.5);
  expect(Math.abs(placement.origin.y + part.top * scale - at.top)).toBeLessThanOrEqual(0.5);
  expect(Math.abs(part.width * scale - size.width)).toBeLessThanOrEqual(1);
});
