import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, type Client } from '#shared/contract/client.ts';
import { createPair } from '#shared/contract/pair.ts';
import { serve, type Handlers } from '#shared/contract/serve.ts';
import { channels } from '#shared/ipc.ts';
import type { MaskDocument, Operation } from '#shared/mask/document.ts';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { OpenMask } from '#shared/views/masks.ts';
import { createEditing, type Working } from './editing.ts';

const empty: MaskDocument = { width: 600, height: 400, operations: [], position: 0 };
const place = { y: 10, width: 20, height: 20 };
const square = (x: number): Operation => ({ kind: 'rectangle', combine: 'add', x, ...place });

function cardOf(id: number, document: MaskDocument): OpenMask['card'] {
  const { width, height, position: steps } = document;
  return { id, name: null, number: id, photoName: 'A.jpg', width, height, steps, changedAt: 0 };
}

/**
 * What happens to a request: the studio executes and answers it (`good`), the answer gets lost (`unheard`), or the
 * request never reaches the studio (`lost`).
 */
type Luck = 'good' | 'unheard' | 'lost';

/** Creates a studio that stores masks like the real one. `luck` decides what happens to each request. */
function studioOf(luck: () => Luck = () => 'good') {
  const masks = new Map<number, { revision: number; document: MaskDocument }>();
  masks.set(1, { revision: 0, document: empty });
  let mostAtOnce = 0;
  let atOnce = 0;
  const unknown = () => failure({ code: 'mask-unknown', message: 'There is no such mask.' });
  const own: Partial<Handlers> = {
    'masks.save': async ({ id, revision, from, operations, position }) => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      const mask = masks.get(id);
      if (mask === undefined) return unknown();
      const all = [...mask.document.operations.slice(0, from), ...operations];
      const document = { ...mask.document, operations: all, position };
      const isSame = JSON.stringify(document) === JSON.stringify(mask.document);
      if (isSame && mask.revision === revision + 1) return success({ revision: mask.revision });
      if (mask.revision !== revision)
        return failure({ code: 'mask-changed', message: 'Another window changed it.' });
      masks.set(id, { revision: revision + 1, document });
      return success({ revision: revision + 1 });
    },
  };
  const { screen, studio } = createPair();
  const none = Object.keys(channels).map((name) => [
    name,
    () => failure({ code: 'internal', message: name }),
  ]);
  const handlers = { ...(Object.fromEntries(none) as unknown as Handlers), ...own };
  serve(studio, channels, handlers, (_channel, error) => {
    throw error;
  });
  const client = createClient(screen);
  const gone = failure({ code: 'studio-gone', message: 'Nobody answers.' });
  const ask: Client['ask'] = async (channel, input, signal) => {
    const what = luck();
    if (what === 'lost') return gone;
    const answer = await client.ask(channel, input, signal);
    return what === 'unheard' ? gone : answer;
  };
  const opened = (id: number): OpenMask => {
    const mask = masks.get(id)!;
    return { card: cardOf(id, mask.document), ...mask };
  };
  return { masks, ask, opened, most: () => mostAtOnce };
}

/** The user's actions; an action that is listed twice occurs twice as often. */
const act = fc.constantFrom('apply', 'apply', 'apply-two', 'undo', 'undo', 'redo', 'wait');
const acts = fc.array(act, { maxLength: 60 });
const luck = fc.constantFrom<Luck>('good', 'good', 'unheard', 'lost');
const lucks = fc.array(luck, { maxLength: 40 });

describe('the working copy of a mask', () => {
  it("matches the user's actions and is saved completely despite outages", async () => {
    await fc.assert(
      fc.asyncProperty(acts, lucks, async (acts, outages) => {
        const lucks = [...outages];
        const studio = studioOf(() => lucks.shift() ?? 'good');
        const editing = createEditing(studio.ask, studio.opened(1), () => {});
        let done: Operation[] = [];
        let undone: Operation[] = [];
        let next = 0;
        for (const act of acts) {
          if (act === 'undo') {
            editing.undo();
            const last = done.pop();
            if (last !== undefined) undone.push(last);
          } else if (act === 'redo') {
            editing.redo();
            const last = undone.pop();
            if (last !== undefined) done.push(last);
          } else if (act === 'wait') {
            await editing.whenSaved();
          } else {
            const more = [square((next += 1)), ...(act === 'apply' ? [] : [square((next += 1))])];
            editing.apply(more);
            done = [...done, ...more];
            undone = [];
          }
          expect(editing.now.document).toEqual({
            ...empty,
            operations: [...done, ...undone.toReversed()],
            position: done.length,
          });
        }
        while (!(await editing.whenSaved()).ok) expect(editing.now.saveState).toBe('offline');
        expect(editing.now.saveState).toBe('saved');
        expect(studio.opened(1).document).toEqual(editing.now.document);
        expect(studio.most()).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('overwrites changes of another window only on request, and can continue as a copy instead', async () => {
    const studio = studioOf();
    const told: Working[] = [];
    const mine = createEditing(studio.ask, studio.opened(1), (now) => told.push(now));
    const theirs = createEditing(studio.ask, studio.opened(1), () => {});
    theirs.apply([square(1)]);
    await theirs.whenSaved();
    mine.apply([square(2)]);
    expect(await mine.whenSaved()).toMatchObject({ problem: { code: 'mask-changed' } });
    mine.apply([square(3)]);
    expect(told.at(-1)).toMatchObject({ saveState: 'changed' });
    expect(studio.opened(1).document.operations).toEqual([square(1)]);

    studio.masks.set(2, { revision: 7, document: empty });
    mine.moveTo(studio.opened(2));
    expect(await mine.whenSaved()).toEqual(success(2));
    expect(studio.opened(2).document.operations).toEqual([square(2), square(3)]);
    expect(studio.opened(1).document.operations).toEqual([square(1)]);

    mine.take(studio.opened(1));
    expect(mine.now).toMatchObject({ id: 1, document: studio.opened(1).document });
    mine.undo();
    await mine.whenSaved();
    expect(studio.opened(1).document.position).toBe(0);
  });

  it('reports that the mask was removed, and is saved after the mask is restored', async () => {
    const studio = studioOf();
    const editing = createEditing(studio.ask, studio.opened(1), () => {});
    const kept = studio.masks.get(1)!;
    studio.masks.delete(1);
    editing.apply([square(1)]);
    await editing.whenSaved();
    expect(editing.now.saveState).toBe('removed');
    studio.masks.set(1, kept);
    expect(await editing.whenSaved()).toEqual(success(1));
    expect(studio.opened(1).document.operations).toEqual([square(1)]);
  });
});
