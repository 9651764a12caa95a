import { basename, join } from 'node:path';
import sharp from 'sharp';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { DeliveredFile } from '#shared/job.ts';
import type { MaskDocument } from '#shared/mask/document.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { described } from '../fixtures/library.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';

/**
 * Adds two photos to the filmstrip of the ledger in `folder`: a small photo, which is shown first, and a
 * photo with a mask.
 */
export async function writeDrawn(folder: string, photo: string, document: MaskDocument) {
  // without jobs, the first start would process the sample photos
  fillLedger(folder, { jobs: 10, waiting: 0 });
  const other = join(folder, 'small.jpg');
  await sharp(photo, { limitInputPixels: false }).resize(1200).toFile(other);
  const [small, large] = await Promise.all([described(other), described(photo)]);
  return withLedger(folder, ({ photos, filmstrip, masks }) => {
    const add = ({ file: source, width, height, ...content }: DeliveredFile) => {
      const photoId = photos.know(content);
      const name = basename(source);
      return { photoId, ...filmstrip.add({ photoId, source, name, width, height }) };
    };
    const [before, own] = [add(small), add(large)];
    const mask = masks.add({ photoId: own.photoId, name: 'photo.jpg' }, document);
    const place = `#/retouch?photo=${own.id}`;
    return { before: `#/retouch?photo=${before.id}`, place: `${place}&mask=${mask}`, mask };
  });
}

/** Returns the bytes per point in the ledger in `folder`, for the strokes after the first `from`. */
export function bytesOfPoint(folder: string, from: number): number {
  return withLedger(folder, ({ masks }) => {
    const mask = masks.get(1);
    if (mask === undefined) throw new Error('The mask does not exist.');
    const painted = masks.documentOf(mask).operations.slice(from);
    const points = painted.reduce(
      (n, one) => n + (one.kind === 'stroke' ? one.points.length / 3 : 0),
      0,
    );
    return JSON.stringify(painted).length / points;
  });
}

function withLedger<T>(folder: string, work: (ledger: Ledger) => T): T {
  const ledger = ledgerIn(folder);
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}
