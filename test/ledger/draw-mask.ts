/**
 * Draws strokes on a mask in the given data folder. After each save, prints the number of strokes. Runs until it is
 * killed.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/adapters/ledger/open.ts';
import { emptyMask } from '#shared/mask/document.ts';
import { valueOf } from '../fixtures/values.ts';

const [folder = ''] = process.argv.slice(2);
const { photos, masks } = valueOf(openLedger(folder, systemClock));
const photoId = photos.know({ sha256: 'a'.repeat(64), bytes: 1 });
const id = masks.add({ photoId, name: 'a.jpg' }, emptyMask({ width: 6000, height: 4000 }));

for (let at = 0; ; at += 1) {
  const stroke = {
    kind: 'stroke',
    combine: 'add',
    points: [at, at, 20, at + 30, at, 20],
    hardness: 1,
  } as const;
  const saved = masks.save(id, {
    revision: at,
    from: at,
    operations: [stroke],
    position: at + 1,
  });
  writeSync(1, `${String(saved)}\n`);
}
