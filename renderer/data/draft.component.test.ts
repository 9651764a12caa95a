import { describe, expect, it } from 'vitest';
import { failure } from '#shared/page-failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { Draft } from './draft.svelte.ts';

interface Stored {
  readonly revision: number;
  readonly name: string;
}
const of = {
  valueOf: ({ name }: Stored) => ({ name }),
  versionOf: ({ revision }: Stored) => revision,
};
const first: Stored = { revision: 1, name: 'first' };
const begin = () => new Draft(of, of.valueOf(first), first);

describe('a draft', () => {
  it('follows the stored state until the user changes it', () => {
    const draft = begin();
    draft.follow({ revision: 2, name: 'second' });
    expect(draft.value.name).toBe('second');
    draft.value.name = 'mine';
    draft.follow({ revision: 3, name: 'third' });
    expect(draft.value.name).toBe('mine');
    expect(draft.elsewhere?.name).toBe('third');
    draft.revert();
    expect(draft.value.name).toBe('third');
    expect(draft.elsewhere).toBeNull();
  });

  it('accepts the new revision if a change elsewhere stores the same value', () => {
    const draft = begin();
    draft.value.name = 'same';
    draft.follow({ revision: 2, name: 'same' });
    expect([draft.elsewhere, draft.isChanged, draft.base?.revision]).toEqual([null, false, 2]);
  });

  it('notices that the stored state was deleted', () => {
    const draft = begin();
    draft.follow(null);
    expect(draft.isGone).toBe(true);
  });

  it('keeps what is typed while a save is in progress, and shows the normalised value after the save', async () => {
    const draft = begin();
    let answer: (outcome: Outcome<Stored>) => void = () => {};
    const request = () => new Promise<Outcome<Stored>>((resolve) => (answer = resolve));
    draft.value.name = ' two ';
    const saving = draft.save(request);
    expect(draft.isBusy).toBe(true);
    expect(await draft.save(request)).toBeNull();
    draft.value.name = 'three';
    answer(success({ revision: 2, name: 'two' }));
    expect((await saving)?.revision).toBe(2);
    expect([draft.value.name, draft.isChanged, draft.elsewhere]).toEqual(['three', true, null]);

    draft.value.name = ' four ';
    const again = draft.save(request);
    answer(success({ revision: 3, name: 'four' }));
    await again;
    expect([draft.value.name, draft.isChanged]).toEqual(['four', false]);
  });

  it('shows why a save was refused until the value changes, but not that the value was changed elsewhere', async () => {
    const draft = begin();
    draft.value.name = '?';
    const refused = failure('recipe-invalid.object');
    expect(await draft.save(async () => refused)).toBeNull();
    expect(draft.problem).toBe(refused.problem);
    draft.value.name = '??';
    expect(draft.problem).toBeNull();
    await draft.save(async () => failure({ ...refused.problem, code: 'edited-elsewhere' }));
    expect(draft.problem).toBeNull();
  });
});
