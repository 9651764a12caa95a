import { describe, expect, it } from 'vitest';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { asTyped, merge, notesOf, saysTheSame } from './merging.ts';

const base: CustomModelNotes = {
  localName: null,
  notes: 'Agency: Nord',
  tags: ['studio'],
  expires: null,
  clients: [],
  folders: [],
};

describe('a card changed here and elsewhere', () => {
  it('contains the changes of both sides if they are in different fields', () => {
    const mine = { ...base, notes: 'Agency: Süd' };
    const theirs = { ...base, tags: ['studio', 'winter'], expires: '2027-01-31' };
    expect(merge(base, mine, theirs)).toEqual({
      notes: { ...theirs, notes: 'Agency: Süd' },
      both: [],
    });
  });

  it('keeps the local value of a field that was changed on both sides, and reports the conflict', () => {
    const mine = { ...base, notes: 'Mine', localName: 'Ada' };
    const theirs = { ...base, notes: 'Theirs', clients: ['Acme'] };
    expect(merge(base, mine, theirs)).toEqual({
      notes: { ...base, notes: 'Mine', localName: 'Ada', clients: ['Acme'] },
      both: ['notes'],
    });
  });

  it('has no conflict if both sides made the same change', () => {
    const same = { ...base, tags: [] };
    expect(merge(base, same, { ...same })).toEqual({ notes: same, both: [] });
  });

  it('keeps a space at the end of the typed text until the same field is changed elsewhere', () => {
    const typed = { ...base, notes: 'Agency ', localName: 'Ada ' };
    const told = { ...base, notes: 'Agency', localName: 'Ada' };
    expect(asTyped(told, typed, told)).toEqual(typed);
    const now = { ...told, tags: ['winter'], localName: 'Anna' };
    expect(asTyped(now, typed, told)).toEqual({ ...now, notes: 'Agency ' });
  });
});

it('compares only the fields that the user can edit', () => {
  const card = { ...base, revision: 4, id: 7 };
  expect(notesOf(card)).toEqual(base);
  expect(saysTheSame(card, base)).toBe(true);
  expect(saysTheSame({ ...card, tags: ['a'] }, base)).toBe(false);
});
