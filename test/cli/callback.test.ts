import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { takePort } from '../network/server.ts';
import { cutOut, darkslide, place } from './darkslide.ts';

it('run listens for notifications if the settings say so, and continues without them if it can’t', async () => {
  const [{ data, out, around }, { port, free }] = [await place(), await takePort()];
  const callback = {
    isOn: true,
    listenOn: '127.0.0.1',
    port,
    publicUrl: `http://127.0.0.1:${port}/studio`,
    sources: ['127.0.0.1'],
    trustedProxies: [],
  };
  await writeFile(join(data, 'settings.json'), JSON.stringify({ preferences: { callback } }));
  const run = (photo: string) =>
    darkslide(['run', lightPhotograph(photo), '--out', out, ...cutOut], around);

  const without = await run('lipstick-rouge.jpg');
  expect(without).toMatchObject({ status: 0 });
  expect(without.stderr.match(/callback-not-listening/g)).toHaveLength(1);

  await free();
  const withThem = await run('raccoon-face.jpg');
  expect(withThem).toMatchObject({ status: 0, stderr: '' });
  const db = new DatabaseSync(ledgerFile(data), { readOnly: true });
  const came = db.prepare('SELECT callback_key, hints FROM executions ORDER BY id').all();
  db.close();
  expect(came).toMatchObject([{ callback_key: null, hints: 0 }, { hints: expect.any(Number) }]);
  expect(came[1]?.['callback_key']).not.toBeNull();
  expect(Number(came[1]?.['hints'])).toBeGreaterThan(0);
});
