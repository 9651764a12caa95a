import type { Browser, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbnail } from '#electron/adapters/images/worker/thumbnail.ts';
import type { MaskDocument } from '#shared/mask/document.ts';
import { PROXY } from '#shared/pictures.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { strokesOn } from '../fixtures/strokes.ts';
import { onPage, onPages, servePicture, signIn } from './bare-page.ts';
import { bytesOfPoint, writeDrawn } from './editor-ledger.ts';
import {
  heldBy,
  openEditor,
  paint,
  press,
  watchEditor,
  type PaintTimes,
  type PressTimes,
} from './editor-page.ts';
import { launchBrowser, newFolder, openHost } from './opening.ts';
import { rendererMemory } from './processes.ts';
import { rowOf, type Row } from './row.ts';
import { median, quantile, timeOf } from './times.ts';
import { traced } from './trace.ts';
import { showProxy } from './viewer-page.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';

const raws = new RawPreviews();

const STROKES = 500;
const PHOTOS = [
  { name: '50 MP', size: { width: 8256, height: 5504 }, memory: '< 500' },
  { name: '100 MP', size: { width: 11_648, height: 8736 }, memory: '< 800' },
] as const;
/** How many steps are undone before the undo that is measured. */
const DEPTHS = [0, 20, 100, 250, 480];
/** Number of points of the session whose size in the ledger is computed from the bytes per point. */
const SESSION = 2000;
const ROUNDS = 3;

/** The results of a session in the editor, in milliseconds, MB and kB. */
interface Session extends PaintTimes {
  /**
   * Time in ms to switch from the previous photo if the reduced version must be created (`cold`),
   * and if it exists (`warm`).
   */
  readonly cold: number;
  readonly warm: number;
  /** Longest task in ms during the switch in `warm`. */
  readonly blocked: number;
  readonly undone: readonly PressTimes[];
  readonly redone: readonly PressTimes[];
  readonly exported: number;
  readonly memory: number;
  readonly heap: number;
  readonly canvases: number;
}

/**
 * Measures the mask editor on photos of 50 and 100 megapixels, in a real browser that uses the page host:
 * opening, painting with a mouse, undo and redo, with 500 strokes in the mask. The floor is the same action in
 * a mask without strokes. If a picture must be created, the floor is the time that sharp and an otherwise idle
 * page take for it.
 */
export async function benchEditor(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const photo of PHOTOS) rows.push(...(await benchPhoto(photo)));
  return rows;
}

async function benchPhoto({ name, size, memory }: (typeof PHOTOS)[number]): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'editor');
  const browser = await launchBrowser(end);
  const photo = join(folder, 'photo.jpg');
  await (await photoLike(size.width, size.height, 9)).jpeg({ quality: 92 }).toFile(photo);
  const many = strokesOn(size, STROKES, 1);
  const product = await session(browser, join(folder, 'many'), photo, many);
  const floor = await session(browser, join(folder, 'none'), photo, strokesOn(size, 0, 1));
  const { making, shown } = await proxy(browser, folder, photo);
  const decoded = await timeOf(() => sharp(photo, { limitInputPixels: false }).raw().toBuffer());
  const bytes = SESSION * bytesOfPoint(join(folder, 'many', 'demo'), STROKES);
  const row = (what: string, mine: number, its: number, goal: string, unit?: Row['unit']) =>
    rowOf(`editor, ${name}: ${what}`, mine, its, goal, unit);
  const both = (what: string, of: (one: Session) => number, goal: string, unit?: Row['unit']) =>
    row(what, of(product), of(floor), goal, unit);
  const saved = [bytes / 1000, (SESSION * 3 * 4) / 1000] as const;
  return [
    row('opened, its proxy kept', product.warm, shown, '≤ 1.2 ×'),
    row('opened, cold', product.cold, making + shown, '≤ 1.2 ×'),
    both('painting, a frame, median', ({ frames }) => median(frames), '< 8, ≤ 1.5 ×'),
    both('painting, a frame, 99 %', ({ frames }) => quantile(frames, 0.99), '< 16.7'),
    both('painting, from frame to frame, 99 %', (it) => quantile(it.intervals, 0.99), ''),
    both('end of a stroke, slowest of 5', ({ ends }) => Math.max(...ends), '< 50'),
    both('undo, slowest depth', ({ undone }) => slowest(undone), '< 50'),
    both('undo, of the processor', ({ undone }) => hardest(undone), ''),
    both('redo, slowest depth', ({ redone }) => slowest(redone), '< 50'),
    both('redo, of the processor', ({ redone }) => hardest(redone), ''),
    both('longest task, painting', ({ longest }) => longest, '< 50'),
    both('longest task, opening', ({ blocked }) => blocked, '< 50'),
    row('PNG through the app, against D', product.exported, decoded, ''),
    both('memory of the renderer', (it) => it.memory, memory, 'MB'),
    both('of it scripts', ({ heap }) => heap, '', 'MB'),
    both('of it canvases', ({ canvases }) => canvases, '', 'MB'),
    row(`saved, a session of ${SESSION} points`, ...saved, '< 200', 'kB'),
  ];
}

async function session(
  browser: Browser,
  data: string,
  photo: string,
  document: MaskDocument,
): Promise<Session> {
  const { before, place, mask } = await writeDrawn(join(data, 'demo'), photo, document);
  await using end = new AsyncDisposableStack();
  const { address, signedIn } = await signIn(browser, (await openHost(end, data)).address);
  const comeFrom = async (page: Page) => {
    await watchEditor(page);
    await page.goto(`${address}${before}`);
    await page.waitForLoadState('networkidle');
  };
  const painted = await onPage(signedIn, async (page) => {
    await comeFrom(page);
    const cold = await openEditor(page, place);
    const came = await paint(browser, page);
    // without strokes in the mask, only the strokes that were just painted can be undone
    const depths = DEPTHS.filter((depth) => depth < Math.max(1, document.position));
    const undone = await press(browser, page, 'Control+z', depths);
    const redone = await press(browser, page, 'Control+Shift+z', depths);
    const held = await heldBy(page);
    const memory = await rendererMemory(browser, page);
    const exported = await exportMask(page, mask);
    return { ...came, ...held, cold, undone, redone, exported, memory };
  });
  const warm: number[] = [];
  let blocked = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await onPage(signedIn, async (page) => {
      await comeFrom(page);
      const main = await traced(browser, page, async () => {
        warm.push(await openEditor(page, place));
      });
      blocked = Math.max(blocked, main.longest);
    });
  }
  return { ...painted, blocked, warm: median(warm) };
}

/** Returns the milliseconds until the page has received the PNG of a mask. */
async function exportMask(page: Page, mask: number): Promise<number> {
  const taken = await page.evaluate(`(async () => {
    const picture = document.querySelector('img[src^="/media/"]').getAttribute('src');
    const [, , secret] = picture.split('/');
    const begun = performance.now();
    const answer = await fetch('/media/' + secret + '/mask-file/${mask}');
    const { size } = await answer.blob();
    if (!answer.ok || size === 0) throw new Error('There is no mask: ' + answer.status);
    return performance.now() - begun;
  })()`);
  return Number(taken);
}

/**
 * Measures the milliseconds that sharp takes to create the reduced version, and that an otherwise empty page
 * takes to show it.
 */
async function proxy(browser: Browser, folder: string, photo: string) {
  const target = join(folder, 'proxy.jpg');
  sharp.concurrency(1);
  const making = await timeOf(() => thumbnail(raws, { source: photo, target, size: PROXY }));
  using bare = await servePicture(await readFile(target));
  const shown = await onPages(browser, ROUNDS, (page) => showProxy(page, bare.address));
  return { making, shown: median(shown) };
}

const slowest = (all: readonly PressTimes[]) => Math.max(...all.map(({ taken }) => taken));
const hardest = (all: readonly PressTimes[]) => Math.max(...all.map(({ work }) => work));
