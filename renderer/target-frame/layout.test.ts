import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../test/fixtures/agent.ts';
import { moved, resized, startOf, type Axis, type AxisLimits } from './axis.ts';
import {
  edgesMoved,
  isOutside,
  layoutOf,
  limitsOf,
  photoMoved,
  reachOf,
  roomFor,
  scaled,
  sized,
  valuesOfLayout,
} from './layout.ts';
import { forAll } from '../../test/fixtures/property.ts';

const agent = agentOf('expandimage');
const frame = agent.targetFrame!;
const limits = limitsOf(agent, frame);
const most: AxisLimits = { longest: 4096, kept: 8 };

/** Axes that are valid for the service. */
const axes: fc.Arbitrary<Axis> = fc
  .record({
    target: fc.integer({ min: 20, max: 4096 }),
    photo: fc.integer({ min: 513, max: 9000 }),
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ target, photo, share }) => {
    const [from, to] = [8 - photo, target - 8];
    return { target, photo, at: share === null ? null : Math.round(from + (to - from) * share) };
  });
const steps = fc.integer({ min: -20_000, max: 20_000 });
const reaches = fc.constantFrom(0, 1, 12, 200);

function expectTaken({ target, photo, at }: Axis): void {
  expect(target).toBeGreaterThanOrEqual(1);
  expect(target).toBeLessThanOrEqual(4096);
  if (at === null) return;
  expect(at).toBeGreaterThanOrEqual(8 - photo);
  expect(at).toBeLessThanOrEqual(target - 8);
}

it('the limits equal the limits of the service: 4096 px, and 8 px of the photo inside the frame', () => {
  expect(limits).toEqual({ x: most, y: most });
});

describe('a dragged photo', () => {
  it('stays in a valid position, and the frame does not change', () => {
    forAll([axes, steps, reaches], (axis, by, reach) => {
      const after = moved(axis, by, reach, most).axis;
      expectTaken(after);
      expect(after).toMatchObject({ target: axis.target, photo: axis.photo });
    });
  });

  it('follows the pointer to the px unless it snaps', () => {
    forAll([axes, fc.integer({ min: -200, max: 200 })], (axis, by) => {
      const wanted = startOf(axis) + by;
      fc.pre(wanted >= 8 - axis.photo && wanted <= axis.target - 8);
      expect(moved(axis, by, 0, most)).toEqual({ axis: { ...axis, at: wanted }, guide: null });
    });
  });

  const axis: Axis = { target: 1200, photo: 600, at: 100 };
  it.each([
    ['the middle, where it stays centred', 195, null, 600],
    ['the left edge', -95, 0, 0],
    ['the right edge', 493, 600, 1200],
    ['outside the right edge', 1098, 1200, 1200],
    ['a third with its left edge', 297, 400, 400],
    ['a third with its middle', 3, 100, 400],
    ['nothing between these positions', 60, 160, null],
  ])('snaps to %s', (_, by, at, guide) => {
    const held = moved(axis, by, 10, { longest: 4096, kept: 0 });
    expect(held).toEqual({ axis: { ...axis, at }, guide });
  });
});

describe('a dragged edge of the frame', () => {
  it('leaves the photo and the other edge in place, within the limits', () => {
    forAll([axes, fc.constantFrom('begin', 'end'), steps, reaches], (axis, end, by, reach) => {
      const { axis: after } = resized(axis, end, by, reach, most);
      expectTaken(after);
      const stays = (one: Axis) => (end === 'end' ? startOf(one) : one.target - startOf(one));
      // rounding may move a centred photo by half a px
      expect(Math.abs(stays(after) - stays(axis))).toBeLessThanOrEqual(after.at === null ? 1 : 0);
    });
  });

  it('snaps to the photo’s edge and to the position that centres it', () => {
    const axis: Axis = { target: 1200, photo: 600, at: 100 };
    const after = (end: 'begin' | 'end', by: number) => resized(axis, end, by, 10, most);
    expect(after('end', -496).axis).toEqual({ ...axis, target: 700 });
    expect(after('end', -404)).toEqual({ axis: { ...axis, target: 800, at: null }, guide: 400 });
    expect(after('begin', 97)).toEqual({ axis: { ...axis, target: 1100, at: 0 }, guide: 0 });
    expect(after('begin', -403).axis).toEqual({ ...axis, target: 1600, at: null });
    expect(resized(axis, 'end', -496, 0, most).axis.target).toBe(704);
  });
});

describe('a layout', () => {
  const photo = { width: 720, height: 600 };
  const typed = { targetWidth: 1600, targetHeight: 1200, fillLeft: -40 };
  const layout = layoutOf(frame, typed, photo, limits)!;
  const valuesOf = (one: typeof layout) => Object.fromEntries(valuesOfLayout(frame, one));

  it('is read from typed values and converts back to them', () => {
    expect(valuesOf(layout)).toEqual({ ...typed, fillTop: undefined });
    for (const wrong of [{ targetWidth: 'wide' }, { targetHeight: 0 }, { targetHeight: 9e9 }]) {
      expect(layoutOf(frame, { ...typed, ...wrong }, photo, limits)).toBeNull();
    }
    const far = layoutOf(frame, { ...typed, fillLeft: -713 }, photo, limits)!;
    expect([layout, far].map((one) => isOutside(one, limits))).toEqual([false, true]);
  });

  it('moves with a corner on both axes and with an edge on one', () => {
    const by = { x: 33, y: -27 };
    const corner = edgesMoved(layout, { x: 1, y: -1 }, by, 0, limits).layout;
    const expected = { targetWidth: 1633, targetHeight: 1227, fillLeft: -40, fillTop: 327 };
    expect(valuesOf(corner)).toEqual(expected);
    expect(edgesMoved(layout, { x: 1, y: 0 }, by, 0, limits).layout.y).toEqual(layout.y);
    expect(photoMoved(layout, { x: 0, y: 3 }, 0, limits).layout).toEqual({
      x: layout.x,
      y: { ...layout.y, at: 303 },
    });
  });

  it('accepts a reference size, and moves the photo into the frame if the photo would be outside', () => {
    const right = photoMoved(layout, { x: 9000, y: 0 }, 0, limits).layout;
    const after = sized(right, { width: 1080, height: 1350 }, limits);
    const inside = { targetWidth: 1080, targetHeight: 1350, fillLeft: 1072, fillTop: undefined };
    expect(valuesOf(after)).toEqual(inside);
  });

  it('keeps the photo’s centre in place when the photo is scaled down', () => {
    const smaller = layoutOf(frame, typed, { width: 360, height: 300 }, limits)!;
    expect(scaled(layout, smaller, limits)).toEqual({
      x: { target: 1600, photo: 360, at: 140 },
      y: { target: 1200, photo: 300, at: null },
    });
  });

  it('is always completely visible, and the visible area changes only if necessary', () => {
    const room = roomFor(layout, null);
    expect(reachOf(layout)).toEqual({ left: -40, top: 0, width: 1640, height: 1200 });
    expect(room.left).toBeLessThan(-40);
    const near = photoMoved(layout, { x: -30, y: 0 }, 0, limits).layout;
    expect(roomFor(near, room)).toBe(room);
    const far = photoMoved(layout, { x: -600, y: 0 }, 0, limits).layout;
    expect(roomFor(far, room)).not.toBe(room);
    const small = sized(layout, { width: 760, height: 620 }, limits);
    expect(roomFor(small, room).width).toBeLessThan(room.width);
  });
});
