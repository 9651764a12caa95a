import { readdirSync } from 'node:fs';
import { chown, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { systemClock } from '#electron/base/clock.ts';
import { sha256File } from '#electron/base/files.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { plainContext } from '../../../test/fixtures/delivering.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { tryOutputFolder } from './output-folder.ts';
import { placeFile } from './place.ts';
import { createTemporaries } from './temporaries.ts';
import { createMarker } from './metadata.ts';

let home = '';
let out = '';
beforeEach(async () => {
  home = await ownFolder('shared');
  out = join(home, 'out');
  await mkdir(out);
});

/** Prefix of the unfinished files of this data folder. */
const ours = `.${sha256Of('a data folder').slice(0, 12)}-`;
const isUnfinished = (name: string) => name.endsWith('.darkslide-part');

/**
 * Places a result as the first action after startup; calls `seen` while the result's file is
 * unfinished.
 */
async function place(seen: () => void = () => {}) {
  const file = join(home, 'fetched');
  await writeFile(file, 'a result');
  const size = { bytes: 8, width: 1, height: 1 };
  return placeFile(
    {
      check: () => Promise.reject(new Error('nothing is marked')),
      clock: systemClock,
      marker: createMarker({ startHelper: startNode, clock: systemClock }),
      temporaries: createTemporaries('a data folder', Math.random),
      skuPattern: () => null,
    },
    {
      fetched: { file, sha256: await sha256File(file), extension: '.png', ...size },
      context: { ...plainContext, outFolder: out, photoName: 'IMG_1.jpg', metadata: 'none' },
      index: 1,
      kind: 'image',
      onTarget: seen,
      already: null,
      hotFolders: [],
    },
  );
}

describe.skipIf(process.platform === 'win32')('a folder that others may write to', () => {
  it('A1 never opens an existing file as a temporary file, and never uses a temporary name twice', async () => {
    const victim = join(home, 'victim');
    await writeFile(victim, 'precious');
    const links = ['.try.darkslide-part', '.try-0.darkslide-part', `${ours}0.darkslide-part`];
    for (const name of links) await symlink(victim, join(out, name));
    await mkdir(join(out, `${ours}1.darkslide-part`));
    const planted = [...links, `${ours}1.darkslide-part`].sort();

    expect(await tryOutputFolder(out, null)).toMatchObject({ ok: true });
    const used = new Set<string>();
    for (let starts = 0; starts < 3; starts += 1) {
      const placed = await place(() => {
        for (const name of readdirSync(out).filter(isUnfinished)) used.add(name);
      });
      expect(placed).toMatchObject({ ok: true });
    }
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect([...used].filter((name) => !planted.includes(name))).toHaveLength(3);
    expect((await readdir(out)).filter(isUnfinished).sort()).toEqual(planted);
  });

  it('A1 unfinished files of an interrupted process are removed at the next start', async () => {
    for (const name of [`${ours}0.darkslide-part`, '.try-0.darkslide-part']) {
      await writeFile(join(out, name), 'half');
    }
    expect(await tryOutputFolder(out, null)).toMatchObject({ ok: true });
    expect(await place()).toMatchObject({ ok: true });
    expect(await readdir(out)).toEqual(['IMG_1.png']);
  });

  it.runIf(process.getuid?.() === 0)(
    'A1 keeps the unfinished files of other user accounts',
    async () => {
      const theirs = `${ours}0.darkslide-part`;
      await writeFile(join(out, theirs), 'half');
      await chown(join(out, theirs), 65_534, 65_534);
      expect(await place()).toMatchObject({ ok: true });
      expect((await readdir(out)).sort()).toEqual([theirs, 'IMG_1.png']);
    },
  );
});
