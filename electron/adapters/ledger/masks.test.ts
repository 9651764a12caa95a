import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { ledgerIn } from '../../../test/fixtures/new-ledger.ts';

const drawing = fileURLToPath(new URL('../../../test/ledger/draw-mask.ts', import.meta.url));

it('a mask keeps every stroke that was saved before the process was killed', async () => {
  const folder = await ownFolder('drawing');
  const child = spawn(process.execPath, [drawing, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let saved = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    saved = Number(line);
    if (saved === 40) child.kill('SIGKILL');
  }
  await gone;
  expect(saved).toBeGreaterThanOrEqual(40);
  const ledger = ledgerIn(folder);
  const { masks, photos } = ledger;
  const [mask] = masks.ofPhoto(photos.know({ sha256: 'a'.repeat(64), bytes: 1 }));
  if (mask === undefined) throw new Error('There is no mask.');
  const { operations, position } = masks.documentOf(mask);
  // one operation may have been saved but not yet reported
  expect(operations.length - saved).toBeOneOf([0, 1]);
  expect([position, mask.revision]).toEqual([operations.length, operations.length]);
  expect(operations.at(-1)).toMatchObject({
    points: [position - 1, position - 1, 20, position + 29, position - 1, 20],
  });
  ledger.close();
});
