import { copyFile, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findAgent } from '#shared/agents/index.ts';
import { goodMasks } from '../fixtures/mask-files.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { valueOf } from '../fixtures/values.ts';
import { openHarness, type Harness } from './harness.ts';

const [mask] = goodMasks.filter(({ name }) => name === 'black-and-white.png');
const secret = lightPhotograph('raccoon-face.jpg');
const photo = lightPhotograph('lipstick-rouge.jpg');

/**
 * The files that a job reads after it was admitted, each with its name and the problem code after it was
 * replaced.
 */
const files = {
  'the photo': { name: 'photo.jpg', code: 'file-changed' },
  'the mask': { name: 'mask.png', code: 'recipe-file-changed' },
  'the location image': { name: 'place.jpg', code: 'recipe-file-changed' },
} as const;
type What = keyof typeof files;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
  await copyFile(photo, join(harness.folder, 'photo.jpg'));
  await copyFile(photo, join(harness.folder, 'place.jpg'));
  await writeFile(join(harness.folder, 'mask.png'), await mask!.make(700, 560));
});

/** Admits the photo while the queue is paused, with a recipe that uses the file. */
function admit(what: What): Promise<number> {
  const place = what === 'the location image';
  const { example, name: agent } = valueOf(findAgent(place ? 'changemodelbg' : 'removeBG'));
  const own = place
    ? { params: example, init: { locationImage: 'place.jpg' } }
    : { params: { ...example, maskType: 'custom' }, mask: 'mask.png' };
  harness.ledger.pauses.pauseAll();
  const recipe = { agent, delivery: { metadata: 'none' }, ...own };
  return harness.admit({ photo: join(harness.folder, 'photo.jpg'), recipe });
}

const attacks: readonly [string, (file: string) => Promise<unknown>, string?][] = [
  ['another content', (file) => copyFile(secret, file)],
  ['a link to another file', (file) => rm(file).then(() => symlink(secret, file))],
  ['nothing', (file) => rm(file), 'file-missing'],
  ['a sparse file of 4 TB', (file) => truncate(file, 4 * 2 ** 40), 'file-too-large'],
  ['a device', (file) => rm(file).then(() => symlink('/dev/zero', file)), 'file-not-regular'],
];
const cases = Object.keys(files).flatMap((what) =>
  attacks.map(([by, attack, code]) => ({ what: what as What, by, attack, code })),
);

describe.skipIf(process.platform === 'win32')('a file that was replaced', () => {
  it.each(cases)('A8 $what replaced by $by is not sent', async ({ what, attack, code }) => {
    const file = join(harness.folder, files[what].name);
    const original = await readFile(file);
    const id = await admit(what);
    await attack(file);
    harness.ledger.pauses.resumeAll();
    harness.runner.wake();
    expect(await harness.until(id, 'failed')).toBe(code ?? files[what].code);
    const { uploads, executions, requests } = harness.demo.records();
    expect([uploads, executions, requests]).toEqual([[], [], {}]);

    await rm(file, { force: true });
    await writeFile(file, original);
    harness.goOn(id);
    await harness.until(id, 'done');
    expect(harness.bought()).toBe(1);
  });
});
