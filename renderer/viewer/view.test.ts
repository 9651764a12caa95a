import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf, levelsOf, type Size } from '#shared/pictures.ts';
import {
  fitted,
  fitZoom,
  inPane,
  laidOver,
  levelFor,
  middleShare,
  panned,
  pinched,
  placeOf,
  seenTiles,
  steppedAt,
  tileBox,
  toggled,
  zoomedAt,
  zoomOf,
  type Box,
  type Pinch,
  type Point,
  type View,
} from './view.ts';
import { forAll } from '../../test/fixtures/property.ts';

const length = (most: number) => fc.integer({ min: 100, max: most });
const size = (most: number) => fc.record({ width: length(most), height: length(most) });
const frames = size(12_000);
const panes = size(4000);
/** Margin in device px around a fitted picture. */
const MARGIN = 10;
const share = fc.double({ min: 0, max: 1, noNaN: true });
const zooms = fc.double({ min: 0.05, max: 16, noNaN: true });

/** Any zoom and position that a user can reach. */
const looks = fc
  .record({ frame: frames, pane: panes, zoom: zooms, pan: fc.tuple(share, share) })
  .map(({ frame, pane, zoom, pan: [x, y] }) => {
    const middle = { x: pane.width / 2, y: pane.height / 2 };
    const zoomed = zoomedAt(fitted, frame, pane, middle, zoom);
    const by = { x: (x - 0.5) * 4 * frame.width * zoom, y: (y - 0.5) * 4 * frame.height * zoom };
    return { frame, pane, view: panned(zoomed, frame, pane, by) };
  });

/** Returns the point of the frame at a position in the pane, in px of the frame and without rounding. */
function under({ x, y }: Point, view: View, frame: Size, pane: Size): Point {
  const zoom = zoomOf(view, frame, pane);
  return {
    x: frame.width / 2 + view.x + (x - pane.width / 2) / zoom,
    y: frame.height / 2 + view.y + (y - pane.height / 2) / zoom,
  };
}

function tilesOf(frame: Size, box: Box, pane: Size) {
  const level = levelFor(frame, box);
  return level === null ? [] : seenTiles(frame, box, pane, level);
}

it('a fitted picture stays clear of the covered edge, and is in the middle of the pane if there is room', () => {
  forAll([frames, panes, share], (frame, size, part) => {
    const pane = { ...size, covered: Math.round((size.width - 50) * part) };
    const { left, width } = placeOf(fitted, frame, pane);
    expect(left).toBeGreaterThanOrEqual(0);
    const clear = size.width - pane.covered - MARGIN;
    const centred = (size.width + width) / 2;
    expect(Math.abs(left + width - Math.min(clear, centred))).toBeLessThanOrEqual(0.5);
    const middle = left + width / 2;
    expect(Math.abs(middleShare(pane, frame) * size.width - middle)).toBeLessThanOrEqual(0.5);
  });
});

describe('two fingers', () => {
  /** A picture far larger than the pane, so that its edges do not limit the movement. */
  const frame = { width: 16_000, height: 12_000 };
  const pane = { width: 1000, height: 800 };
  const within = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
  const finger = fc.record({ x: within(0, pane.width), y: within(0, pane.height) });
  const middle = ([a, b]: Pinch) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const length = ([a, b]: Pinch) => Math.hypot(a.x - b.x, a.y - b.y);

  it('move the picture with them, and zoom by the distance between them', () => {
    const ways = fc.record({ x: within(-100, 100), y: within(-100, 100), by: within(0.7, 4) });
    forAll([finger, finger, ways, within(1, 3)], (one, other, way, zoom) => {
      const from: Pinch = [one, other];
      fc.pre(length(from) >= 8);
      const at = middle(from);
      const moved = ({ x, y }: Point) => ({
        x: at.x + (x - at.x) * way.by + way.x,
        y: at.y + (y - at.y) * way.by + way.y,
      });
      const view = zoomedAt(fitted, frame, pane, { x: 500, y: 400 }, zoom);
      const next = pinched(view, frame, pane, from, [moved(one), moved(other)]);
      expect(zoomOf(next, frame, pane)).toBeCloseTo(zoom * way.by, 6);
      const before = under(at, view, frame, pane);
      const after = under({ x: at.x + way.x, y: at.y + way.y }, next, frame, pane);
      expect(after.x).toBeCloseTo(before.x, 4);
      expect(after.y).toBeCloseTo(before.y, 4);
    });
  });

  it('move the picture without zooming if they start at the same point, and zoom only within the limits', () => {
    const at = { x: 400, y: 300 };
    const whole = zoomedAt(fitted, frame, pane, at, 1);
    const together: Pinch = [at, at];
    const parted: Pinch = [
      { x: 0, y: 0 },
      { x: 1000, y: 800 },
    ];
    const near: Pinch = [at, { x: 410, y: 300 }];
    const zoomBy = (from: Pinch, to: Pinch) =>
      zoomOf(pinched(whole, frame, pane, from, to), frame, pane);
    expect(zoomBy(together, parted)).toBe(1);
    expect(zoomBy(near, parted)).toBe(16);
    expect(zoomBy(parted, near)).toBe(0.05);
  });
});

describe('a zoom', () => {
  it('in keeps the point under the cursor in place', () => {
    forAll([looks, share, share, fc.double({ min: 1, max: 8, noNaN: true })], (look, u, v, by) => {
      const { frame, pane, view } = look;
      const zoom = zoomOf(view, frame, pane);
      const { left, top, width, height } = placeOf(view, frame, pane);
      const at = { x: left + u * width, y: top + v * height };
      const before = under(at, view, frame, pane);
      // the edge of the picture may be off by rounding
      fc.pre(before.x >= 0 && before.x <= frame.width && before.y >= 0 && before.y <= frame.height);
      fc.pre(zoom >= fitZoom(frame, pane));
      const after = under(at, zoomedAt(view, frame, pane, at, zoom * by), frame, pane);
      expect(after.x).toBeCloseTo(before.x, 4);
      expect(after.y).toBeCloseTo(before.y, 4);
    });
  });

  it('stays within the limits and centres a picture that fits', () => {
    forAll([looks], ({ frame, pane, view }) => {
      const zoom = zoomOf(view, frame, pane);
      expect(zoom).toBeLessThanOrEqual(16);
      expect(zoom).toBeGreaterThanOrEqual(Math.min(0.05, fitZoom(frame, pane)));
      const isInMiddle = view.x === 0 && view.y === 0;
      expect(isInMiddle || zoom > fitZoom(frame, pane)).toBe(true);
    });
  });

  it('with the keys reaches the maximum and the minimum', () => {
    forAll([looks], ({ frame, pane, view }) => {
      const at = { x: 10, y: 10 };
      let [up, down] = [view, view];
      for (let n = 0; n < 20; n += 1) {
        const next = steppedAt(up, frame, pane, at, 1);
        expect(zoomOf(next, frame, pane)).toBeGreaterThanOrEqual(zoomOf(up, frame, pane));
        up = next;
        down = steppedAt(down, frame, pane, at, -1);
      }
      expect(up.zoom).toBeGreaterThan(15.8);
      expect(down.zoom).toBeLessThan(0.051);
    });
  });

  it('with Z goes to 100 % and back to fit', () => {
    const frame = { width: 8256, height: 5504 };
    const pane = { width: 1200, height: 700 };
    const there = toggled(fitted, frame, pane, { x: 100, y: 50 }, 1);
    expect(there.zoom).toBe(1);
    expect(toggled(there, frame, pane, { x: 0, y: 0 }, 1)).toEqual(fitted);
  });
});

describe('a pan', () => {
  it('moves the picture with the pointer, until the edge of the picture reaches its position in the fit view', () => {
    const frame = { width: 8000, height: 6000 };
    const pane = { width: 1000, height: 800 };
    const view = zoomedAt(fitted, frame, pane, { x: 500, y: 400 }, 1);
    const before = placeOf(view, frame, pane);
    const after = placeOf(panned(view, frame, pane, { x: 33, y: -21 }), frame, pane);
    expect([after.left - before.left, after.top - before.top]).toEqual([33, -21]);
    const far = placeOf(panned(view, frame, pane, { x: 1e6, y: 0 }), frame, pane);
    expect(far.left).toBe(placeOf(fitted, frame, pane).left);
  });

  it('does not move a picture that fits', () => {
    forAll([frames, panes], (frame, pane) => {
      const view = panned(fitted, frame, pane, { x: 50, y: -70 });
      expect(placeOf(view, frame, pane)).toEqual(placeOf(fitted, frame, pane));
    });
  });
});

describe('a result', () => {
  it('of the same aspect ratio covers the photo, despite rounding', () => {
    const photo = { width: 8256, height: 5504 };
    const over = laidOver(photo, { width: 2048, height: 1366 });
    expect(over).toEqual({ left: 0, top: 0, ...photo });
  });

  it('of another aspect ratio is centred on the photo', () => {
    forAll([frames, frames], (frame, picture) => {
      const { left, top, width, height } = laidOver(frame, picture);
      expect(Math.abs(width / height / (picture.width / picture.height) - 1)).toBeLessThan(0.011);
      expect(left * 2 + width).toBeCloseTo(frame.width, 6);
      expect(top * 2 + height).toBeCloseTo(frame.height, 6);
      expect(Math.min(left, top)).toBeCloseTo(0, 6);
    });
  });
});

describe('the visible tiles', () => {
  it('cover exactly the part of the pane that shows the picture', () => {
    forAll([looks], ({ frame, pane, view }) => {
      const box = placeOf(view, frame, pane);
      const tiles = tilesOf(frame, box, pane);
      if (tiles.length === 0) return;
      const boxes = tiles.map((tile) => tileBox(tile, frame, box));
      for (const tile of boxes) {
        expect(tile.left).toBeLessThanOrEqual(pane.width);
        expect(tile.left + tile.width).toBeGreaterThanOrEqual(0);
      }
      const edge = (start: 'left' | 'top', long: 'width' | 'height') => [
        Math.min(...boxes.map((tile) => tile[start])),
        Math.max(...boxes.map((tile) => tile[start] + tile[long])),
      ];
      for (const [start, long] of [
        ['left', 'width'],
        ['top', 'height'],
      ] as const) {
        const [from = 0, to = 0] = edge(start, long);
        expect(from).toBeLessThanOrEqual(Math.max(0, box[start]) + 1);
        expect(to).toBeGreaterThanOrEqual(Math.min(pane[long], box[start] + box[long]) - 1);
      }
    });
  });

  it('have a level that exists, with at least one px per device px', () => {
    forAll([looks], ({ frame, pane, view }) => {
      const box = placeOf(view, frame, pane);
      for (const { level, x, y } of tilesOf(frame, box, pane)) {
        const { columns, rows } = gridOf(frame, level);
        expect(level).toBeLessThan(levelsOf(frame));
        expect(x < columns && y < rows).toBe(true);
        const stretched = level === 0 ? 0 : (box.width / frame.width) * 2 ** level;
        expect(stretched).toBeLessThanOrEqual(1.021);
      }
    });
  });

  it('are none if the reduced version is large enough', () => {
    const frame = { width: 8256, height: 5504 };
    const pane = { width: 1280, height: 800 };
    expect(tilesOf(frame, placeOf(fitted, frame, pane), pane)).toEqual([]);
    const small = { width: 2000, height: 1500 };
    const close = zoomedAt(fitted, small, pane, { x: 0, y: 0 }, 8);
    expect(tilesOf(small, placeOf(close, small, pane), pane)).toEqual([]);
  });

  it('leave no gaps between them', () => {
    // found with seed -1318373991: a tile that starts at -0.3 px is placed at -0, and the tile before it ends
    // at 0
    const atMinusZero = {
      frame: { width: 7365, height: 100 },
      pane: { width: 106, height: 100 },
      view: { zoom: 0.43564154786150716, x: 3606.749649368864, y: 48.97148200093502 },
    };
    fc.assert(
      fc.property(looks, ({ frame, pane, view }) => {
        const box = inPane(laidOver(frame, frame), frame, placeOf(view, frame, pane));
        const [one] = tilesOf(frame, box, pane);
        if (one === undefined || one.x === 0) return;
        const { left } = tileBox(one, frame, box);
        const before = tileBox({ ...one, x: one.x - 1 }, frame, box);
        expect(Math.abs(before.left + before.width - left)).toBe(0);
      }),
      { examples: [[atMinusZero]] },
    );
  });
});
