import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { openFolder, revealFile } from './opener.ts';

afterEach(() => vi.unstubAllEnvs());

it.runIf(process.platform === 'linux')(
  'the folder of a file is shown in the file manager',
  async () => {
    const tools = await ownFolder('opener');
    const shown = join(tools, 'shown');
    const script = `#!/bin/sh\nprintf '%s' "$*" > '${shown}.part'\nmv '${shown}.part' '${shown}'\n`;
    await writeFile(join(tools, 'xdg-open'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${tools}:${process.env['PATH'] ?? ''}`);
    const about = '/results/A 1.png';
    expect(await revealFile(about, { DISPLAY: ':99' })).toMatchObject({ ok: true });
    await expect.poll(() => existsSync(shown)).toBe(true);
    expect(await readFile(shown, 'utf8')).toBe('/results');
    await rm(shown);
    expect(await openFolder('/results/A', { DISPLAY: ':99' })).toMatchObject({ ok: true });
    await expect.poll(() => existsSync(shown)).toBe(true);
    expect(await readFile(shown, 'utf8')).toBe('/results/A');
    // Without a display, no file manager can start, and the problem names the path.
    const missing = { code: 'file-manager-missing', about };
    expect(await revealFile(about, {})).toMatchObject({ problem: missing });
  },
);
