import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from './exiftool.ts';

it.skipIf(process.platform === 'win32')(
  'a program that may not be started is an error to be told, and ends nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-exiftool-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const program = join(folder, 'exiftool');
    await writeFile(program, '#!/usr/bin/perl\n', { mode: 0o644 });
    await expect(startProgram(program, [])).rejects.toThrow('EACCES');
    await expect(startProgram(join(folder, 'gone'), [])).rejects.toThrow('ENOENT');
  },
);
