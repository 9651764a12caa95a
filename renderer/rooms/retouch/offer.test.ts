import { describe, expect, it } from 'vitest';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { Run } from '#shared/views/retouch.ts';
import { offerOf } from './offer.ts';

function recipe(textDescription: string, name = 'A'): Recipe {
  const parsed = parseRecipe({ name, agent: 'aipose', params: { textDescription } });
  if (!('recipe' in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed.recipe;
}

const run = (text: string, more: Partial<Run>): Run => ({
  jobId: 1,
  run: 1,
  recipe: recipe(text, 'another name'),
  isOfFolder: false,
  state: 'done',
  stage: 'ended',
  isPaid: 'yes',
  progress: null,
  images: [],
  psd: null,
  problem: null,
  askedAt: 0,
  ...more,
});

describe('what the button offers', () => {
  it.each([
    ['nothing of the kind was made', [run('other', {})], 'first'],
    ['the very same was made, under whatever name', [run('walks', {})], 'again'],
    [
      'it was cancelled before it was paid',
      [run('walks', { state: 'cancelled', isPaid: 'no' })],
      'first',
    ],
    ['it waits', [run('walks', { state: 'waiting', isPaid: 'no' })], 'under-way'],
    ['it waits for a person', [run('walks', { state: 'held', isPaid: 'unknown' })], 'under-way'],
    [
      'one was made and another runs',
      [run('walks', {}), run('walks', { state: 'running' })],
      'under-way',
    ],
  ] as const)('where %s: %#', (_, runs, kind) => {
    expect(offerOf(recipe('walks'), 4, 1, runs, undefined)).toMatchObject({ kind, images: 4 });
  });

  it('counts the images of all photos, against what today lets through', () => {
    const offer = offerOf(recipe('walks'), 4, 3, [run('walks', {})], { images: 95, limit: 100 });
    expect(offer).toEqual({ images: 12, photos: 3, kind: 'first', leftToday: 5 });
    const none = offerOf(recipe('walks'), 4, 3, [], { images: 95, limit: null });
    expect(none.leftToday).toBeNull();
  });
});
