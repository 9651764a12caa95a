import { describe, expect, it } from 'vitest';
import type { HotFolderCard } from '#shared/views/folders.ts';
import { checkForm, emptyForm, fieldOf, formOf, type FolderForm } from './folder-form.ts';

const euros = { currency: 'EUR', locale: 'en' };
const good: FolderForm = {
  ...emptyForm('/photos/Delivered'),
  path: '/photos/Drop',
  savedRecipeId: '7',
};

function problemsOf(form: Partial<FolderForm>, others: readonly HotFolderCard[] = []) {
  const checked = checkForm({ ...good, ...form }, others, [7, 8], euros);
  return 'problems' in checked ? checked.problems : {};
}

describe('the form of a hot folder', () => {
  it('can be sent if it is valid, and contains the same values when it is opened again', () => {
    const checked = checkForm(
      {
        ...good,
        imagesPerDay: '1,000',
        moneyPerMonth: '99,5',
        settle: '2,5',
        client: ' ACME ',
      },
      [],
      [7],
      euros,
    );
    if (!('draft' in checked)) throw new Error(JSON.stringify(checked));
    expect(checked.draft).toEqual({
      path: '/photos/Drop',
      savedRecipeId: 7,
      outFolder: '/photos/Delivered',
      after: 'move',
      subFolders: 'keep',
      settleMs: 2500,
      rescanMs: 60_000,
      imagesPerDay: 1000,
      moneyPerDay: null,
      imagesPerMonth: null,
      moneyPerMonth: 9950,
      client: 'ACME',
      needsTickets: false,
      asksDrops: true,
      isShared: false,
    });
    expect(formOf(checked.draft, euros)).toMatchObject({
      ...good,
      imagesPerDay: '1000',
      moneyPerMonth: '99.50',
      settle: '2.5',
      client: 'ACME',
    });
  });

  it.each<[keyof FolderForm, string, string]>([
    ['path', '', 'folders.problem.noPath'],
    ['path', '  ', 'folders.problem.noPath'],
    ['path', 'Drop', 'folders.problem.relative'],
    ['path', '~/Drop', 'folders.problem.relative'],
    ['path', '/a\0b', 'folders.problem.badPath'],
    ['outFolder', '', 'folders.problem.noOut'],
    ['outFolder', '/photos/Drop', 'folders.problem.outInside'],
    ['outFolder', '/Photos/DROP/results', 'folders.problem.outInside'],
    ['savedRecipeId', '', 'folders.problem.noRecipe'],
    ['savedRecipeId', '9', 'folders.problem.noRecipe'],
    ['settle', '0', 'folders.problem.settle'],
    ['settle', '1e2', 'folders.problem.settle'],
    ['rescan', '', 'folders.problem.rescan'],
    ['imagesPerDay', '0', 'folders.problem.limit'],
    ['imagesPerDay', '-5', 'folders.problem.limit'],
    ['imagesPerMonth', '1.5', 'folders.problem.limit'],
    ['imagesPerDay', 'a lot', 'folders.problem.limit'],
    ['imagesPerDay', '1000001', 'folders.problem.limit'],
    ['moneyPerDay', '0', 'folders.problem.amount'],
    ['moneyPerDay', '1.505', 'folders.problem.amount'],
  ])('reports the problem of %s "%s" next to the field', (field, text, key) => {
    expect(problemsOf({ [field]: text })).toEqual({ [field]: expect.objectContaining({ key }) });
  });

  it.each(['５００', ' 500 ', '500'])('accepts the limit "%s"', (limit) => {
    const checked = checkForm({ ...good, imagesPerDay: limit }, [], [7], euros);
    expect('draft' in checked && checked.draft.imagesPerDay).toBe(500);
  });

  it('rejects a very long pasted text as a path', () => {
    const long = { key: 'folders.problem.longPath' };
    expect(problemsOf({ path: `/${'a'.repeat(5000)}` })).toEqual({ path: long });
  });

  it('accepts Windows and network paths', () => {
    const into = (outFolder: string) => problemsOf({ path: String.raw`C:\Shoots`, outFolder });
    expect(into(String.raw`\\NAS\Out`)).toEqual({});
    expect(into('c:/shoots/out')).toHaveProperty('outFolder');
  });

  it('rejects a folder that is already watched with the same recipe', () => {
    const other = { path: '/photos/Drop/', savedRecipeId: 7, recipe: { name: 'White' } };
    expect(problemsOf({}, [other as HotFolderCard])).toEqual({
      path: { key: 'folders.problem.twin', values: { recipe: 'White' } },
    });
    expect(problemsOf({ savedRecipeId: '8' }, [other as HotFolderCard])).toEqual({});
  });

  it.each([
    [{ code: 'folder-missing', parameter: 'outFolder' }, 'outFolder'],
    [{ code: 'request-invalid', parameter: 'draft.settleMs' }, 'settle'],
    [{ code: 'folder-own-output' }, 'outFolder'],
    [{ code: 'folder-missing' }, 'path'],
    [{ code: 'internal' }, null],
  ] as const)('finds the field that a problem of the studio is about: %o', (problem, field) => {
    expect(fieldOf({ ...problem, message: '' })).toBe(field);
  });
});
