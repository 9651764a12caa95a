import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { begin, cutOut, demoService, folder } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

it('B3 reads a changed --key-file when the key is refused, and continues without a restart', async () => {
  const [data, home, demoFolder] = [await folder(), await folder(), await folder()];
  const [drop, keyFile] = [join(home, 'drop'), join(home, 'key')];
  await mkdir(drop);
  await writeFile(keyFile, 'the-key-of-yesterday\n', { mode: 0o600 });
  const before = await demoService({ folder: demoFolder, keys: ['the-key-of-yesterday'] });
  const env = { DARKSLIDE_SERVICE_URL: before.url, DARKSLIDE_DATA: data };
  const args = ['watch', drop, '--out', join(home, 'out'), '--key-file', keyFile, '--json'];
  const running = begin([...args, '--settle=0.2', ...cutOut], { env });
  await running.says('Press Ctrl-C to stop');
  const { port } = before;
  await before.close();
  const after = await demoService({ folder: demoFolder, port, keys: ['the-key-of-today'] });
  await writeFile(keyFile, 'the-key-of-today\n');
  await copyFile(lightPhotograph('raccoon-face.jpg'), join(drop, 'raccoon-face.jpg'));
  await running.says('"state":"done"');
  running.interrupt();
  const ended = await running.ended;
  expect(ended.status).toBe(0);
  expect(after.records().executions).toHaveLength(1);
  expect(`${ended.stdout}${ended.stderr}`).not.toContain('the-key-of');
});
