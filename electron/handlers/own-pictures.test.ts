import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnCard } from '#shared/views/own.ts';
import { adopted } from '../../test/handlers/owned.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { findMedia } from './media.ts';

const { signal: never } = new AbortController();
let window: Window;
let card: OwnCard;
beforeEach(async () => {
  window = await openWindow();
  const [first] = await adopted(window, 'model', 1);
  if (first === undefined) throw new Error('The account is empty.');
  card = first;
});
afterEach(() => window.close());

const find = (path: string) => findMedia(window.desk, path, never);

/** px of the long side of what is found. */
async function sideOf(path: string): Promise<number> {
  const found = await find(path);
  if (!found.ok) throw new Error(found.problem.message);
  expect(found.value.type).toBe('image/jpeg');
  const { width, height } = await sharp(found.value.file).metadata();
  return Math.max(width, height);
}

describe('the pictures of own models and scenes', () => {
  it('are its cover and the photos it was made of, for a cell and for a look at them', async () => {
    // what it was made of is asked after the list
    const { kind, id } = card;
    await expect
      .poll(() => window.ask('own.one', { kind, id }), patience)
      .toMatchObject({ hasCover: true, photos: 2 });
    expect(await sideOf(`own/model/${card.id}/0/small`)).toBe(160);
    expect(await sideOf(`own/model/${card.id}/0/large`)).toBeGreaterThan(160);
    expect(await sideOf(`own/model/${card.id}/2/small`)).toBe(160);
  });

  it('are asked for by kind, id and place, and by nothing else (F74)', async () => {
    for (const path of [
      `own/model/${card.id}`,
      `own/model/${card.id}/5/small`,
      `own/model/${card.id}/0/512`,
      `own/dog/${card.id}/0/small`,
      'own/model/0/0/small',
      `own/model/${card.id}/../0/small`,
    ]) {
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
    for (const path of [`own/model/${card.id}/4/small`, 'own/scene/4711/0/small']) {
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
  });
});
