import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { Operation } from '#shared/mask/document.ts';
import { rasteriseSlowly } from '../fixtures/slow-mask.ts';
import { boxOf } from './looking.ts';
import {
  chooseAgent,
  enter,
  expect,
  generate,
  give,
  parameter,
  set,
  test as base,
} from './retouching.ts';

/** Size of the photo in px. */
const photo = { width: 640, height: 528 };
/** Black objects on a light background, placed so that JPEG compression does not blur their edges. */
export const things = [
  { x: 64, y: 48, width: 96, height: 96 },
  { x: 352, y: 160, width: 64, height: 64 },
] as const;

interface MaskFixtures {
  /** Path of the photo's file. */
  readonly photoFile: string;
  /** The field of the mask in the panel. */
  readonly field: Locator;
  /** The mask editor over the photo, with an empty mask. */
  readonly editor: Locator;
}

/** The mask editor, opened from Retouch. */
export const test = base.extend<MaskFixtures>({
  photoFile: async ({ shoot }, use) => {
    const file = join(shoot, 'things.png');
    const composite = things.map(({ x, y, width, height }) => ({
      input: { create: { width, height, channels: 3 as const, background: '#000000' } },
      left: x,
      top: y,
    }));
    const ground = { ...photo, channels: 3 as const, background: '#c8c8c8' };
    await sharp({ create: ground }).composite(composite).png().toFile(file);
    await use(file);
  },
  field: async ({ window, photoFile }, use) => {
    await enter(window);
    await give(window, [photoFile]);
    await chooseAgent(window, 'Remove background');
    await set(window, 'maskType', 'Custom mask');
    await use(parameter(window, 'mask'));
  },
  editor: async ({ window, field: _field }, use) => {
    await openEditor(window);
    await use(surface(window));
  },
});

/** Opens the editor with the button in the field of the panel. */
export async function openEditor(window: Page): Promise<void> {
  await parameter(window, 'mask')
    .getByRole('button', { name: /^(Draw mask|Edit)$/ })
    .click();
  await expect(surface(window)).toHaveAccessibleName(/% kept$/);
}

const surface = (window: Page): Locator => window.getByRole('img', { name: /^Photo, .* kept$/ });
export const bar = (window: Page): Locator => window.getByRole('toolbar', { name: 'Mask editor' });
export async function choose(window: Page, tool: string): Promise<void> {
  await window
    .getByRole('radiogroup', { name: 'Tools' })
    .getByRole('radio', { name: tool, exact: true })
    .click();
}

/** Types an exact number into the field of a slider. */
export async function setTo(window: Page, label: string, value: number): Promise<void> {
  const field = window.getByRole('textbox', { name: label, exact: true });
  await field.fill(String(value));
  await field.press('Enter');
}

/** A position on the photo, in px of the photo. */
export type Place = readonly [x: number, y: number];

/** A mouse pointer over the photo. */
export interface Hand {
  /** Returns the position on the page, in CSS px, of a point of the photo. */
  at(place: Place): { readonly x: number; readonly y: number };
  /** Returns the nearest point that a mouse can reach, rounded to a tenth of a px like saved points. */
  near(place: Place): Place;
  /** Presses the button at the first point, moves through the others, and releases the button at the last. */
  drag(...places: readonly Place[]): Promise<void>;
  /** Like `drag`, without releasing the button. */
  press(...places: readonly Place[]): Promise<void>;
  /** Moves to a point, without pressing or releasing a button. */
  continue(place: Place): Promise<void>;
  click(place: Place): Promise<void>;
}

/** Creates a pointer for a photo that is centred in its pane, at a given zoom or fitted to the pane. */
export async function handOver(window: Page, zoom: number | 'fit'): Promise<Hand> {
  const box = await boxOf(surface(window));
  const ratio = await window.evaluate<number>('devicePixelRatio');
  const pane = { width: Math.round(box.width * ratio), height: Math.round(box.height * ratio) };
  const scale =
    zoom === 'fit'
      ? Math.min(1, (pane.width - 20) / photo.width, (pane.height - 20) / photo.height)
      : zoom / 100;
  await expect(bar(window).locator('output')).toHaveText(`${Math.round(100 * scale)}%`);
  const left = Math.round(pane.width / 2 - (photo.width / 2) * scale);
  const top = Math.round(pane.height / 2 - (photo.height / 2) * scale);
  const at = ([x, y]: Place) => ({
    x: box.x + (left + x * scale) / ratio,
    y: box.y + (top + y * scale) / ratio,
  });
  function near(place: Place): Place {
    const { x, y } = at(place);
    const kept = (page: number, start: number, edge: number) =>
      Math.round(10 * (((Math.round(page) - start) * ratio - edge) / scale)) / 10;
    return [kept(x, box.x, left), kept(y, box.y, top)];
  }
  const { mouse } = window;
  async function goTo(place: Place): Promise<void> {
    const { x, y } = at(place);
    await mouse.move(x, y);
  }
  async function press(...places: readonly Place[]): Promise<void> {
    for (const [index, place] of places.entries()) {
      await goTo(place);
      if (index === 0) await mouse.down();
    }
  }
  async function drag(...places: readonly Place[]): Promise<void> {
    await press(...places);
    await mouse.up();
  }
  return { at, near, press, drag, continue: goTo, click: (place) => drag(place) };
}

/** Draws with a pen through points with a pressure of 0 to 1; then lifts the pen. */
export async function drawWithPen(
  window: Page,
  hand: Hand,
  touches: readonly (readonly [place: Place, force: number])[],
): Promise<void> {
  const session = await window.context().newCDPSession(window);
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', to: Place, force: number) =>
    session.send('Input.dispatchMouseEvent', {
      ...hand.at(to),
      type,
      force,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
    });
  for (const [index, [place, force]] of touches.entries()) {
    await send(index === 0 ? 'mousePressed' : 'mouseMoved', place, force);
  }
  await send('mouseReleased', touches.at(-1)![0], 0);
  await session.detach();
}

/** Several fingers on the photo. The places in a call are in the order of the fingers' numbers. */
export interface Fingers {
  down(...places: readonly Place[]): Promise<void>;
  move(...places: readonly Place[]): Promise<void>;
  up(): Promise<void>;
}

export async function fingersOver(window: Page, hand: Hand): Promise<Fingers> {
  const session = await window.context().newCDPSession(window);
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]) => {
    const touchPoints = places.map((place, id) => ({ id, ...hand.at(place) }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  return {
    down: (...places) => send('touchStart', places),
    move: (...places) => send('touchMove', places),
    up: () => send('touchEnd', []),
  };
}

/** Waits until the editor shows this number of operations and all of them are saved. */
export async function expectSteps(window: Page, count: number): Promise<void> {
  await expect(bar(window).getByText(new RegExp(`^${count} steps?$`))).toBeVisible();
  const kept = bar(window).getByText('Saved', { exact: true });
  await expect(kept).toHaveAttribute('aria-busy', 'false');
}

/** Returns the mask in the panel that was changed last, as saved in the ledger. */
export function maskLeftIn(dataFolder: string): unknown {
  const ledger = new DatabaseSync(ledgerFile(dataFolder), { readOnly: true });
  const last = ledger.prepare('SELECT settings FROM panels ORDER BY changed_at DESC').get();
  ledger.close();
  const settings: unknown = JSON.parse(String(last?.['settings'] ?? '{}'));
  return (settings as { mask?: unknown }).mask ?? '';
}

/** Returns the values in the PNG of a mask, 0 to 255 per pixel. */
async function planeOf(file: string): Promise<Uint8Array> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ ...photo, channels: 4 });
  return Uint8Array.from({ length: photo.width * photo.height }, (_, at) => data[at * 4 + 3]!);
}

/** Returns the mask that results from operations, computed with the simple implementation in slow-mask.ts. */
function meantBy(operations: readonly Operation[]): Uint8Array {
  return rasteriseSlowly({ ...photo, operations, position: operations.length }, photo);
}

/** Checks that the kept share on screen is the share that results from the operations. */
export async function expectKept(window: Page, operations: readonly Operation[]): Promise<void> {
  const share = meantBy(operations).reduce((sum, value) => sum + value, 0) / 255;
  const percent = (100 * share) / photo.width / photo.height;
  const said = async () =>
    /([\d.]+)% kept$/.exec((await surface(window).getAttribute('aria-label')) ?? '');
  // the editor computes the share from a smaller version of the mask
  await expect.poll(async () => Math.abs(Number((await said())?.[1]) - percent)).toBeLessThan(0.11);
}

/**
 * Checks that all operations are saved, and that the exported PNG contains exactly the mask that results from
 * them.
 */
export async function expectSaved(window: Page, operations: readonly Operation[]): Promise<void> {
  await expectSteps(window, operations.length);
  const [download] = await Promise.all([
    window.waitForEvent('download'),
    window.getByRole('button', { name: 'Save as PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('things_mask.png');
  await expectMask(await download.path(), operations);
}

/** Checks that a PNG file contains exactly the mask that results from the operations. */
export async function expectMask(file: string, operations: readonly Operation[]): Promise<void> {
  const plane = await planeOf(file);
  const meant = meantBy(operations);
  const wrong = [...plane.keys()].filter((at) => Math.abs(plane[at]! - meant[at]!) > 1);
  const first = wrong
    .slice(0, 8)
    .map((at) => [at % photo.width, Math.floor(at / photo.width), plane[at], meant[at]]);
  expect({ count: wrong.length, first }).toEqual({ count: 0, first: [] });
}

export { expect, generate, parameter };
