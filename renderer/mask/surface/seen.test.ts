import { describe, expect, it } from 'vitest';
import { areaOf, columnsOf, isWhole, seenOf } from './seen.ts';

/** px */
const photo = { width: 8000, height: 6000 };
const pane = { width: 1000, height: 800 };

describe('the visible area of a mask', () => {
  it('has one px per device px up to 100 %', () => {
    const seen = seenOf({ left: 100, top: 50, width: 800.4, height: 600.3 }, photo, pane);
    expect(seen).toMatchObject({
      size: { width: 800, height: 600 },
      window: { x: 0, y: 0, width: 800, height: 600 },
      area: { x: 100, y: 50, width: 800, height: 600 },
      scaleX: 1,
    });
    expect(seen !== null && isWhole(seen)).toBe(true);
  });

  it('is cut off at the edge of the pane', () => {
    const seen = seenOf({ left: -2000, top: -50, width: 4000, height: 3000 }, photo, pane);
    expect(seen?.window).toEqual({ x: 2000, y: 50, width: 1000, height: 800 });
    expect(seen?.area).toEqual({ x: 0, y: 0, width: 1000, height: 800 });
    expect(seenOf({ left: 1000, top: 0, width: 400, height: 300 }, photo, pane)).toBeNull();
  });

  it('has one px per px of the photo above 100 %', () => {
    const place = { left: -16_005, top: -160, width: 8000 * 16, height: 6000 * 16 };
    const seen = seenOf(place, photo, pane);
    expect(seen).toMatchObject({ size: photo, scaleX: 16, window: { x: 1000, width: 63, y: 10 } });
    // five device px of the first px are outside the pane
    expect([...(seen === null ? [] : columnsOf(seen))].slice(9, 13)).toEqual([0, 0, 1, 1]);
  });

  it('is redrawn where px have changed, and one px around them', () => {
    const seen = seenOf({ left: 100, top: 50, width: 800, height: 600 }, photo, pane);
    if (seen === null) return;
    const bounds = { left: 1000, top: 2000, width: 100, height: 50 };
    const area = areaOf(bounds, photo, seen);
    expect(area).toEqual({ x: 198, y: 248, width: 14, height: 9 });
    expect(areaOf({ ...bounds, left: -500 }, photo, seen)).toBeNull();
  });
});
