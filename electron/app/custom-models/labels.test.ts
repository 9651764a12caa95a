import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '#shared/day.ts';
import type { Input } from '#shared/ipc.ts';
import type { CustomModelCard } from '#shared/views/custom-models.ts';
import { adopted, noted, scenes } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { findMedia } from '../pictures/media.ts';

const inDays = (days: number) => localDay(Date.now() + days * 24 * 3_600_000);

const { signal: never } = new AbortController();
let window: Window;
let anna: CustomModelCard;
let bea: CustomModelCard;
beforeEach(async () => {
  window = await openWindow();
  [anna, bea = anna] = await adopted(window, 'model', 2);
});

const models = { agent: 'aimodel', version: 'v1.0', list: 'fashionModels' } as const;
const page = (filter: Input<'templates.page'>['filter'] = {}) =>
  window.ask('templates.page', { ...models, filter, offset: 0, limit: 20 });
const named = async () => {
  const { cards } = await window.ask('templates.named', { ...models, ids: [anna.id] });
  return cards[0];
};

/** Waits until the list of templates includes the custom models. */
async function isListed(): Promise<void> {
  const rows = async () => (await page({ owner: 'Yours' })).rows.length;
  await expect.poll(rows).toBe(2);
  await expect.poll(async () => (await page()).isComplete).toBe(true);
}

describe('a custom model among the templates', () => {
  it('is shown with the name on its card, and is found by that name and by the service’s name', async () => {
    await isListed();
    expect(await named()).toMatchObject({ name: anna.serviceName, release: null });
    await noted(window, anna, { localName: 'Ännä, the blonde' });
    expect(await named()).toMatchObject({ id: anna.id, name: 'Ännä, the blonde', owner: 'Yours' });
    for (const text of ['anna BLONDE', anna.serviceName, `blonde ${anna.serviceName}`]) {
      const { rows } = await page({ text, owner: 'Yours' });
      expect(rows.map(({ name }) => name)).toContain('Ännä, the blonde');
    }
    expect((await page({ text: 'blonde brunette' })).rows).toEqual([]);
    expect((await page({ text: 'blonde' })).total).toBe(1);
  });

  it.each([
    [-1, 'over'],
    [0, 'ends'],
    [400, 'good'],
  ] as const)(
    'shows the state of its release %i days before it ends as %s',
    async (days, validity) => {
      await isListed();
      const expires = inDays(days);
      await noted(window, anna, { expires });
      expect(await named()).toMatchObject({ status: 'complete', release: { validity, expires } });
      const [first] = (await page({ owner: 'Yours', text: String(anna.id) })).rows;
      expect(first).toMatchObject({ id: anna.id, release: { validity, expires } });
    },
  );

  it('can’t be used while or after it is deleted, whatever the list says', async () => {
    await isListed();
    const { customModels } = window.session.studio().ledger;
    customModels.gone('model', anna.id);
    expect(await named()).toMatchObject({ status: 'Unknown' });
    expect((await page({ owner: 'AI' })).rows.every(({ release }) => release === null)).toBe(true);
  });

  it('does not affect a template with the same id in another list', async () => {
    await isListed();
    const first = { ...scenes, filter: {}, offset: 0, limit: 1 };
    const { rows } = await window.ask('templates.page', first);
    const id = rows[0]?.id ?? 0;
    const told = { id, name: 'Mine', cover: '', images: null, status: 'failed' } as const;
    const { customModels } = window.session.studio().ledger;
    customModels.told('model', [told], false);
    customModels.told('scene', [told], false);
    const { cards } = await window.ask('templates.named', { ...scenes, ids: [id] });
    expect(cards).toEqual(rows);
  });
});

const find = (path: string) => findMedia(window.session, path, never);

/** Returns the length in px of the long side of the picture at this path. */
async function sideOf(path: string): Promise<number> {
  const { type, file } = valueOf(await find(path));
  expect(type).toBe('image/jpeg');
  const { width, height } = await sharp(file).metadata();
  return Math.max(width, height);
}

describe('the pictures of custom models and scenes', () => {
  it('are the cover and the photos of the model, small and large', async () => {
    // The window queries the photos after it has read the list.
    const { kind, id } = bea;
    const one = () => window.ask('custom-models.one', { kind, id });
    await expect.poll(one).toMatchObject({ hasCover: true, photos: 2 });
    expect(await sideOf(`own/model/${bea.id}/0/small`)).toBe(160);
    expect(await sideOf(`own/model/${bea.id}/0/large`)).toBeGreaterThan(160);
    expect(await sideOf(`own/model/${bea.id}/2/small`)).toBe(160);
  });

  it('are requested by kind, id and position only (F74)', async () => {
    for (const path of [
      `own/model/${bea.id}`,
      `own/model/${bea.id}/5/small`,
      `own/model/${bea.id}/0/512`,
      `own/dog/${bea.id}/0/small`,
      'own/model/0/0/small',
      `own/model/${bea.id}/../0/small`,
      `own/model/${bea.id}/4/small`,
      'own/scene/4711/0/small',
    ]) {
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
  });
});
