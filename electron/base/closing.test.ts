import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeAll } from './closing.ts';

describe('closing resources', () => {
  it('B4 closes each resource once, the last opened first, and reports every error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('fine', 'throws', 'rejects')), async (kinds) => {
        const open = new AsyncDisposableStack();
        const closed: number[] = [];
        for (const [at, kind] of kinds.entries()) {
          open.defer(() => {
            closed.push(at);
            const error = new Error(`step ${at}`);
            if (kind === 'throws') throw error;
            return kind === 'rejects' ? Promise.reject(error) : undefined;
          });
        }
        const said = await closeAll(open).then(
          () => '',
          (error: unknown) => (error as Error).message,
        );
        const all = [...kinds.keys()].toReversed();
        expect(closed).toEqual(all);
        const failed = all.filter((at) => kinds[at] !== 'fine');
        expect(said).toBe(failed.map((at) => `step ${at}`).join('; '));
        await closeAll(open);
        expect(closed).toEqual(all);
      }),
    );
  });
});
