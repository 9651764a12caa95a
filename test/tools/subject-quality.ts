/**
 * Prints a table that shows how well Select subject and the demo service find the subjects of photos whose true
 * masks are known.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';
import { findSubject } from '#electron/adapters/images/worker/subject/find-subject.ts';
import { segment } from '#electron/demo/render/segment.ts';
import { cellsOf } from '#shared/mask/region.ts';
import type { Size } from '#shared/pictures.ts';
import {
  edgeMatch,
  overlap,
  shotNames,
  trueComposites,
  trueShot,
  type Grey,
  type TruePhoto,
} from '../fixtures/true-masks.ts';

/** Distance in px within which two outlines match. */
const REACH = 3;
const raws = new RawPreviews();
const folder = await mkdtemp(join(tmpdir(), 'subject-quality-'));
const sets = {
  'product shots': await Promise.all(shotNames.map(trueShot)),
  composites: await trueComposites(folder),
};

async function selected(file: string, { width, height }: Size): Promise<Grey> {
  const found = await findSubject(raws, { source: file });
  if (!found.ok) return { data: new Uint8Array(width * height), width, height };
  const { columns, rows } = found.value.operation;
  const raw = { width: columns, height: rows, channels: 1 } as const;
  const data = await sharp(cellsOf(found.value.operation), { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data, width, height };
}

async function figuresOf({ file, truth }: TruePhoto): Promise<number[]> {
  const mine = await selected(file, truth);
  const { subject: demo } = await segment(file, truth);
  return [mine, demo].flatMap((mask) => [overlap(mask, truth), edgeMatch(mask, truth, REACH)]);
}

const line = (name: string, figures: readonly number[]) =>
  console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(3)).join(' | ')} |`);
const meansOf = (rows: readonly number[][]) =>
  [0, 1, 2, 3].map(
    (column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length,
  );

console.log('| photo | IoU | edge F | demo IoU | demo edge F |');
console.log('| --- | --- | --- | --- | --- |');
const all: number[][] = [];
for (const [name, photos] of Object.entries(sets)) {
  const rows: number[][] = [];
  for (const photo of photos) {
    rows.push(await figuresOf(photo));
    line(photo.name, rows.at(-1) ?? []);
  }
  line(`**mean of ${rows.length} ${name}**`, meansOf(rows));
  all.push(...rows);
}
line(`**mean of all ${all.length}**`, meansOf(all));
await rm(folder, { recursive: true });
await raws.close();
// without this, the threads of the neural network would keep the process alive
process.exit();
