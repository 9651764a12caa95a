import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookedInto, sighted, usualPatience, type Finding, type Settling } from './settle.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const timing = { settleMs: 2_000, ...usualPatience };
const look = (bytes: number) => ({ bytes, mtimeMs: bytes, inode: '7' });

/** An event of one file: the file is written to or inspected with a result, or time passes. */
type Happening =
  | { readonly kind: 'write' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'check'; readonly finding: Finding };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant({ kind: 'write' as const }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  fc.record({
    kind: fc.constant('check' as const),
    finding: fc.constantFrom<Finding>('whole', 'unsure', 'incomplete', 'unreadable'),
  }),
);

interface Story {
  readonly admitted: { finding: Finding; stillFor: number }[];
  readonly listings: { finding: Finding; stillFor: number }[];
  /** Times in ms to the next check. */
  readonly pauses: number[];
}

/** Applies events as the watcher does: a check is made only when it is due. */
function play(happenings: readonly Happening[]): Story {
  const story: Story = { admitted: [], listings: [], pauses: [] };
  let now = 0;
  let written = 0;
  let size = 1;
  let state: Settling = sighted(undefined, look(size), now, timing);
  for (const one of happenings) {
    if (one.kind === 'pass') now += one.ms;
    if (one.kind === 'write') {
      size += 1;
      written = now;
    }
    state = sighted(state, look(size), now, timing);
    if (one.kind !== 'check' || now < state.checkAt) continue;
    const settled = lookedInto(state, one.finding, now, timing);
    if (settled.do === 'admit') {
      story.admitted.push({ finding: one.finding, stillFor: now - written });
      return story;
    }
    if (settled.list) story.listings.push({ finding: one.finding, stillFor: now - written });
    story.pauses.push(settled.next.checkAt - now);
    state = settled.next;
  }
  return story;
}

describe('settling', () => {
  it('F48 F50 admits no file before it has been unchanged for a while and is found to be complete', () => {
    forAll([fc.array(happening, { maxLength: 60 })], (happenings) => {
      for (const { finding, stillFor } of play(happenings).admitted) {
        expect(['whole', 'unsure']).toContain(finding);
        const wanted = finding === 'unsure' ? 10 * timing.settleMs : timing.settleMs;
        expect(stillFor).toBeGreaterThanOrEqual(wanted);
      }
    });
  });

  it('F59 lists an unusable file once, after a time limit, until it changes', () => {
    forAll([fc.array(happening, { maxLength: 120 })], (happenings) => {
      const { listings } = play(happenings);
      const writes = happenings.filter(({ kind }) => kind === 'write').length;
      expect(listings.length).toBeLessThanOrEqual(writes + 1);
      for (const { finding, stillFor } of listings) {
        const patience = finding === 'unreadable' ? timing.unreadableMs : timing.incompleteMs;
        expect(stillFor).toBeGreaterThanOrEqual(patience);
      }
    });
  });

  it('checks less and less often, but never stops', () => {
    forAll([fc.array(happening, { maxLength: 60 })], (happenings) => {
      for (const pause of play(happenings).pauses) {
        expect(pause).toBeGreaterThan(0);
        expect(pause).toBeLessThanOrEqual(60_000);
      }
    });
  });

  it('keeps checking a listed file, and admits it when a lock is released', () => {
    let state = sighted(undefined, look(1), 0, timing);
    let now = 0;
    while (!state.isListed) {
      now = state.checkAt;
      const settled = lookedInto(state, 'unreadable', now, timing);
      if (settled.do === 'wait') state = settled.next;
    }
    expect(now).toBeLessThan(timing.unreadableMs + 60_000);
    expect(lookedInto(state, 'whole', state.checkAt, timing)).toEqual({ do: 'admit' });
  });

  it('F51 F53 recognises a new file under an old name by the inode alone', () => {
    const first = sighted(undefined, look(5), 0, timing);
    const second = sighted(first, { ...look(5), inode: '8' }, 1_000, timing);
    expect(second.checkAt).toBe(3_000);
    expect(sighted(first, look(5), 1_000, timing)).toBe(first);
  });
});
