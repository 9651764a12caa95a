import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import type { MaskDocument } from '#shared/mask/document.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';

/**
 * Puts on the filmstrip in the ledger in `folder` a small photo, which one looks at before, and a photo
 * with a mask.
 */
export async function writeDrawn(folder: string, photo: string, document: MaskDocument) {
  // a first start would have photos at work
  fillLedger(folder, { jobs: 10, waiting: 0 });
  const other = join(folder, 'small.jpg');
  await sharp(photo, { limitInputPixels: false }).resize(1200).toFile(other);
  const [small, large] = await Promise.all([other, photo].map(describe));
  return withLedger(folder, ({ photos, filmstrip, masks }) => {
    const [before, own] = [small!, large!].map(({ source, width, height, ...content }) => {
      const photoId = photos.know(content);
      return {
        photoId,
        ...filmstrip.add({ photoId, source, name: basename(source), width, height }),
      };
    });
    const mask = masks.add({ photoId: own!.photoId, name: 'photo.jpg' }, document);
    const place = `#/retouch?photo=${own!.id}`;
    return { before: `#/retouch?photo=${before!.id}`, place: `${place}&mask=${mask}`, mask };
  });
}

async function describe(source: string) {
  const content = await readFile(source);
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { source, sha256, bytes: content.length, width, height };
}

/** Bytes that a point takes in the ledger in `folder`, of strokes after the first `from`. */
export function bytesOfPoint(folder: string, from: number): number {
  return withLedger(folder, ({ masks }) => {
    const mask = masks.get(1);
    if (mask === undefined) throw new Error('The mask has gone.');
    const painted = masks.documentOf(mask).operations.slice(from);
    const points = painted.reduce(
      (n, one) => n + (one.kind === 'stroke' ? one.points.length / 3 : 0),
      0,
    );
    return JSON.stringify(painted).length / points;
  });
}

function withLedger<T>(folder: string, work: (ledger: Ledger) => T): T {
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  try {
    return work(opened.value);
  } finally {
    opened.value.close();
  }
}
