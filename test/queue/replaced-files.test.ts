import { copyFile, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admitPhoto, resolveRecipe } from '#electron/intake/admit.ts';
import { findAgent } from '#shared/agents/index.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { goodMasks } from '../fixtures/mask-files.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { openDesk, type Desk } from './desk.ts';

const [mask] = goodMasks.filter(({ name }) => name === 'black-and-white.png');
const secret = lightPhotograph('raccoon-face.jpg');
const photo = lightPhotograph('lipstick-rouge.jpg');

/** Everything that a job reads after it was taken in, and a recipe that has it read. */
const files = {
  'the photo': { name: 'photo.jpg', code: 'file-changed' },
  'the mask': { name: 'mask.png', code: 'recipe-file-changed' },
  'the location image': { name: 'place.jpg', code: 'recipe-file-changed' },
} as const;
type What = keyof typeof files;

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  await copyFile(photo, join(desk.folder, 'photo.jpg'));
  await copyFile(photo, join(desk.folder, 'place.jpg'));
  await writeFile(join(desk.folder, 'mask.png'), await mask!.make(700, 560));
});
afterEach(() => desk.close());

/** Takes the photo in; the queue is not told of it yet. */
async function admit(what: What): Promise<number> {
  const name = what === 'the location image' ? 'changemodelbg' : 'removeBG';
  const agent = findAgent(name);
  if (!agent.ok) throw new Error(agent.problem.message);
  const { example } = agent.value;
  const own =
    what === 'the location image'
      ? { params: example, init: { locationImage: 'place.jpg' } }
      : { params: { ...example, maskType: 'custom' }, mask: 'mask.png' };
  const parsed = parseRecipe({ agent: name, delivery: { metadata: 'none' }, ...own });
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const recipe = await resolveRecipe(parsed.recipe, desk.folder);
  if (!recipe.ok) throw new Error(recipe.problem.message);
  const admitted = await admitPhoto(desk, {
    source: join(desk.folder, 'photo.jpg'),
    recipe: recipe.value,
    outFolder: join(desk.folder, 'out'),
    subFolder: '',
    hotFolderId: null,
    again: false,
  });
  if (!admitted.ok) throw new Error(admitted.problem.message);
  return admitted.value.jobId;
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
    const file = join(desk.folder, files[what].name);
    const original = await readFile(file);
    const id = await admit(what);
    await attack(file);
    desk.runner.wake();
    expect(await desk.until(id, 'failed')).toBe(code ?? files[what].code);
    const { uploads, executions, requests } = desk.demo.books();
    expect([uploads, executions, requests]).toEqual([[], [], {}]);

    await rm(file, { force: true });
    await writeFile(file, original);
    desk.ledger.jobs.resume(id, { again: false });
    desk.runner.wake();
    await desk.until(id, 'done');
    expect(desk.bought()).toBe(1);
  });
});
