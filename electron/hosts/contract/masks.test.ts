import { appendFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Operation } from '#shared/mask/document.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { drawnOn, photoOnStrip, saveMask, type Change } from '../../../test/handlers/drawing.ts';
import { openWindow } from '../../../test/handlers/window.ts';

/** Fixed, so that failures are the same on every computer. */
const seed = 20_261_121;

const left: Operation = { kind: 'rectangle', combine: 'add', x: 0, y: 0, width: 300, height: 400 };
const points = [60, 60, 25.5];
const stroke: Operation = { kind: 'stroke', combine: 'subtract', points, hardness: 0.5 };

let window = await openWindow({}, afterAll);
window.session.studio().pauseAll();

const photo = (width?: number, height?: number) => photoOnStrip(window, width, height);
const drawn = (stripId: number, operations: readonly Operation[] = [left]) =>
  drawnOn(window, stripId, operations);
const save = (id: number, ...change: Change) => saveMask(window, id, ...change);

describe('a mask', () => {
  it('is saved while it is drawn, and still exists after a restart', async () => {
    const { stripId, name } = await photo();
    const begin = { stripId, fromMaskId: null };
    const { card, revision, document } = await window.ask('masks.begin', begin);
    expect(card).toMatchObject({ name: null, number: 1, photoName: name, width: 600, steps: 0 });
    expect(document).toEqual({ width: 600, height: 400, operations: [], position: 0 });
    expect(await window.ask('masks.list', { stripId })).toMatchObject({ ofPhoto: [] });

    const { id } = card;
    expect(valueOf(await save(id, revision, 0, [left, stroke], 2))).toEqual({ revision: 1 });
    expect(valueOf(await save(id, 1, 2, [], 1))).toEqual({ revision: 2 });
    await expect.poll(() => window.hasTold('masks')).toBe(true);
    window = await window.restart();
    window.session.studio().pauseAll();
    expect(await window.ask('masks.open', { id })).toMatchObject({
      revision: 2,
      card: { steps: 1 },
      document: { operations: [left, stroke], position: 1 },
    });
    await save(id, 2, 1, [{ kind: 'invert' }], 2);
    const { document: after } = await window.ask('masks.open', { id });
    expect(after.operations).toEqual([left, { kind: 'invert' }]);
  });

  it('is changed by one window at a time, and a repeated save has no effect', async () => {
    const { stripId } = await photo();
    const id = await drawn(stripId);
    const [first, second] = await Promise.all([
      save(id, 1, 1, [stroke], 2),
      save(id, 1, 1, [left], 2),
    ]);
    expect(first).toMatchObject({ ok: true, value: { revision: 2 } });
    expect(codeOf(second)).toBe('mask-changed');
    expect(await save(id, 1, 1, [stroke], 2)).toEqual(first);
    expect((await window.ask('masks.open', { id })).document.operations).toEqual([left, stroke]);
    expect(codeOf(await save(id, 2, 3, [], 0))).toBe('mask-out-of-step');
    expect(codeOf(await save(id, 2, 0, [], 1))).toBe('mask-out-of-step');
  });

  it('is named, removed and restored', async () => {
    const { stripId } = await photo();
    const id = await drawn(stripId);
    await window.ask('masks.rename', { id, name: '  dress ' });
    const listed = async () => (await window.ask('masks.list', { stripId })).ofPhoto;
    expect(await listed()).toMatchObject([{ id, name: 'dress', number: 1 }]);
    await window.ask('masks.remove', { id });
    expect(await listed()).toEqual([]);
    expect(await window.refused('masks.open', { id })).toMatchObject({ code: 'mask-unknown' });
    expect(codeOf(await save(id, 1, 1, [stroke], 2))).toBe('mask-unknown');
    await window.ask('masks.put-back', { id });
    await window.ask('masks.rename', { id, name: ' ' });
    expect(await listed()).toMatchObject([{ id, name: null, steps: 1 }]);
    expect(await drawn(stripId)).not.toBe(id);
    expect(new Set((await listed()).map(({ number }) => number))).toEqual(new Set([1, 2]));
  });

  it('can start as a copy of another photo’s mask with the same aspect ratio', async () => {
    const [own, same] = [await photo(), await photo()];
    const [half, other] = [await photo(300, 200), await photo(400, 400)];
    const id = await drawn(own.stripId, [left, { kind: 'grow', by: 10 }]);
    const offered = async (stripId: number) =>
      (await window.ask('masks.list', { stripId })).ofOthers.map((card) => card.id);
    expect(await offered(same.stripId)).toContain(id);
    expect(await offered(half.stripId)).toContain(id);
    expect(await offered(other.stripId)).not.toContain(id);

    const copy = await window.ask('masks.begin', { stripId: half.stripId, fromMaskId: id });
    expect(copy.card).toMatchObject({ photoName: half.name, width: 300, height: 200, number: 1 });
    expect(copy.document.operations).toEqual([
      { ...left, width: 150, height: 200 },
      { kind: 'grow', by: 5 },
    ]);
    expect(await offered(half.stripId)).not.toContain(copy.card.id);
    const refused = await window.refused('masks.begin', { stripId: other.stripId, fromMaskId: id });
    expect(refused.code).toBe('mask-shape');
    expect(refused.about).toMatch(/600 × 400.*400 × 400/);
  });

  it('belongs to the content of the photo on which it was drawn', async () => {
    const { stripId, path } = await photo();
    const id = await drawn(stripId);
    await appendFile(path, 'x');
    const begin = { stripId, fromMaskId: null };
    expect(await window.refused('masks.begin', begin)).toMatchObject({ code: 'photo-replaced' });
    expect(await window.refused('masks.open', { id })).toMatchObject({ code: 'photo-replaced' });
    expect(await window.refused('masks.subject', { id })).toMatchObject({ code: 'photo-replaced' });
    const again = await window.ask('retouch.add', { paths: [path] });
    const after = await window.ask('masks.list', { stripId: again.ids[0] ?? 0 });
    expect(after.ofPhoto).toEqual([]);
    expect(after.ofOthers.map((card) => card.id)).toContain(id);
    expect((await window.ask('masks.list', { stripId })).ofPhoto).toMatchObject([{ id }]);
  });

  it(`is never damaged by invalid operations, seed ${seed}`, async () => {
    const { stripId } = await photo();
    const id = await drawn(stripId);
    const before = await window.ask('masks.open', { id });
    const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 1e9, 2 ** 53));
    const sizes = { hardness: number, columns: number, rows: number, width: number, by: number };
    const shapes = fc.constantFrom('stroke', 'path', 'region', 'rectangle', 'fill');
    const kind = fc.oneof(shapes, fc.constantFrom('grow', 'feather', 'x'));
    const combine = fc.constantFrom('add', 'intersect', 'xor');
    const [points, runs] = [fc.array(number), fc.array(number)];
    const fields = { kind, combine, points, runs, x: number, y: number, ...sizes };
    const operation = fc.oneof(fc.anything(), fc.record(fields, { requiredKeys: ['kind'] }));
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 3 }), async (operations) => {
        // Valid operations are refused as well, because this window does not know the current state of the mask.
        const code = codeOf(await save(id, 4711, 0, operations, 1));
        expect(code).toMatch(/^(request-invalid|mask-changed)$/);
      }),
      { numRuns: 2000, seed },
    );
    expect(await window.ask('masks.open', { id })).toEqual(before);
    expect(window.bugs).toEqual([]);
  });
});
