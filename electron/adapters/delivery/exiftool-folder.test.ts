import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bareEnvironment } from '../../../test/fixtures/environment.ts';
import { newFolder } from '../../../test/world/folder.ts';

/** Opens ExifTool's folder without starting ExifTool, which this test does not need. */
const program = `
  import { startExiftool } from ${JSON.stringify(new URL('./exiftool.ts', import.meta.url).href)};
  await startExiftool({ startHelper: { openExiftool: async () => ({}) } });
  console.log('open');
`;

it('ExifTool’s folder is removed when the process exits, and the folders of killed processes at the next start', async () => {
  const temporary = await newFolder('temporary');
  onTestFinished(() => rm(temporary, { recursive: true }));
  const start = (more: string) =>
    spawn(process.execPath, ['--input-type=module', '--eval', program + more], {
      env: { ...bareEnvironment, TMPDIR: temporary, TEMP: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  const killed = start('setInterval(() => {}, 1000);');
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(await readdir(temporary)).toHaveLength(1);

  const [status] = (await once(start('process.exit(3);'), 'exit')) as [number];
  expect(status).toBe(3);
  expect(await readdir(temporary)).toEqual([]);
});
