import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/fixtures/values.ts';
import { testRecipe } from '../../../test/intake/hot-folder-harness.ts';
import { newFolder } from '../../../test/world/folder.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { orderFor, photoOfTicket } from './ticket.ts';

let root: string;
let top: string;
let photo: string;
let recipe: ResolvedRecipe;

beforeEach(async () => {
  root = await newFolder('ticket');
  top = join(root, 'drop');
  photo = await put('drop/Tuesday/IMG_1.jpg', 'a photo');
  recipe = await testRecipe({ batchCount: 1 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, content: string | Buffer): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

const ticket = (content: unknown) =>
  put(
    'drop/Tuesday/IMG_1.jpg.json',
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );

const ordered = async () => valueOf(await orderFor(photo, recipe, top));

async function refusal() {
  const order = await orderFor(photo, recipe, top);
  return order.ok ? null : order.problem;
}

const mask = { maskType: 'custom' };

describe('a ticket', () => {
  it('overrides the recipe for its photo, and only the values that it names', async () => {
    await ticket({ params: { backgroundHex: '#000000', batchCount: 2 } });
    const { recipe: own, ticket: sha256 } = await ordered();
    expect(own.recipe).toEqual({
      ...recipe.recipe,
      params: { ...recipe.recipe.params, backgroundHex: '#000000', batchCount: 2 },
    });
    expect(own.identity).not.toBe(recipe.identity);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('with the same values as the recipe does not make a different purchase', async () => {
    await ticket({ params: { backgroundHex: '#ffffff' } });
    expect((await ordered()).recipe.identity).toBe(recipe.identity);
  });

  it('removes a value of the recipe with null', async () => {
    recipe = await testRecipe({ backgroundHex: '#ffffff' });
    await ticket('\uFEFF{"params": {"backgroundHex": null, "batchCount": 3}}');
    expect((await ordered()).recipe.recipe.params).toEqual({
      maskType: 'autoSubjectSegment',
      batchCount: 3,
    });
  });

  it('is optional', async () => {
    expect(await ordered()).toEqual({ recipe, ticket: null });
  });

  it('is found with both spellings of its extension', async () => {
    await put('drop/Tuesday/IMG_1.jpg.JSON', '{"params": {"batchCount": 4}}');
    expect((await ordered()).recipe.recipe.params['batchCount']).toBe(4);
    const names = ['a/IMG_1.jpg.json', 'a.JPG.JSON', 'a.json', 'a.jpg'];
    expect(names.map(photoOfTicket)).toEqual(['a/IMG_1.jpg', 'a.JPG', null, null]);
  });

  it('names files in the folder Tickets, which are identified by content', async () => {
    await put('drop/Tickets/masks/1.png', 'a mask');
    await ticket({ params: mask, mask: 'masks/1.png' });
    const first = await ordered();
    expect(first.recipe.recipe.mask).toBe(join(top, 'Tickets/masks/1.png'));
    await put('drop/Tickets/masks/1.png', 'another mask');
    expect((await ordered()).recipe.identity).not.toBe(first.recipe.identity);
  });
});

describe('a ticket is refused with a clear message', () => {
  it.each<[string, unknown, RegExp]>([
    ['is not JSON', '{"params": ', /IMG_1\.jpg\.json.*not valid JSON.*Correct the ticket/s],
    ['is empty', '', /not valid JSON/],
    ['is a list', [], /not a JSON object/],
    ['is not text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /UTF-8/],
    ['is very large', `{"params": {}}${' '.repeat(70_000)}`, /64 KB/],
    ['is nested very deeply', '['.repeat(60_000), /not valid JSON/],
    ['changes more than parameters', { delivery: { psd: true } }, /no field "delivery"/],
    ['names another agent', { agent: 'aimodel' }, /no field "agent"/],
    ['has params of the wrong type', { params: [1] }, /"params" is not a JSON object/],
    ['names an unknown parameter', { params: { colour: 1 } }, /no parameter "colour"/],
    ['names the prototype as a parameter', '{"params": {"__proto__": {"a": 1}}}', /no parameter/],
    ['exceeds a range', { params: { batchCount: 1000 } }, /batchCount/],
    ['sets a value that has no effect', { mask: 'https://host/mask.png' }, /maskType/],
    [
      'names a file outside the folder',
      { params: mask, mask: '../../../secret.png' },
      /not found in the folder/,
    ],
    [
      'names a file by its absolute path',
      { params: mask, mask: '/etc/hostname' },
      /Tickets of drop/,
    ],
    ['names a missing file', { params: mask, mask: 'none.png' }, /not found in the folder Tickets/],
    ['names a file with a null byte', { params: mask, mask: 'a\0.png' }, /not found in the folder/],
  ])('that %s', async (_, content, words) => {
    await put('secret.png', 'a secret');
    await put('drop/Tickets/1.png', 'a mask');
    await ticket(content);
    const problem = await refusal();
    expect(problem).toMatchObject({ code: 'ticket-invalid' });
    expect(problem?.message).toMatch(words);
    expect(problem?.message.length).toBeLessThan(1000);
  });

  it('that leads out of the folder through a link', async () => {
    await put('secret.png', 'a secret');
    await mkdir(join(top, 'Tickets'));
    await symlink(join(root, 'secret.png'), join(top, 'Tickets/1.png'));
    await ticket({ params: mask, mask: '1.png' });
    expect(await refusal()).toMatchObject({ code: 'ticket-invalid', parameter: 'mask' });
  });

  it('that is itself a link or a folder', async () => {
    await put('elsewhere.json', '{"params": {"batchCount": 4}}');
    await symlink(join(root, 'elsewhere.json'), `${photo}.json`);
    expect(await refusal()).toMatchObject({ code: 'ticket-invalid' });
    await rm(`${photo}.json`);
    await mkdir(`${photo}.json`);
    expect(await refusal()).toMatchObject({ code: 'ticket-invalid' });
  });
});
