import { describe, expect, it } from 'vitest';
import { openHarness, type Harness } from '../../../test/models/harness.ts';
import { processed } from '../../../test/models/processed.ts';

const CREATE = 'custom-model-create';
const creates = (harness: Harness) => harness.arrived(CREATE);

describe('a creation processed after Darkslide stopped waiting for it', () => {
  it('is found in the account, and nothing is sent', async () => {
    const harness = await openHarness();
    harness.demo.inject({ kind: 'reset', on: CREATE, times: 1 });
    const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
    const { name, uploads } = await harness.until(id, 'stopped');
    // the service processes the delayed request now
    await processed(harness, name, uploads);
    const sent = creates(harness);
    await harness.customModels.refresh();
    const { serviceId } = await harness.until(id, 'created');
    expect(harness.ledger.customModels.get('model', serviceId ?? 0)?.isMadeHere).toBe(true);
    expect(creates(harness)).toBe(sent);
  });

  it.each([
    ['complete', 0],
    ['still being prepared', 3_600_000],
  ])(
    'and listed without its photos is found once the service returns them: %s',
    async (_what, preparationMs) => {
      const speed = { executionMs: 0, jitterMs: 0, preparationMs };
      // the account is synced only when the user asks
      const harness = await openHarness({ sync: true, mode: 'metered', demo: { speed } });
      harness.demo.inject({ kind: 'reset', on: CREATE, times: 1 });
      const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
      const { name, uploads } = await harness.until(id, 'stopped');
      const made = await processed(harness, name, uploads);
      harness.demo.inject({ kind: 'server-error', on: 'custom-model-query' });
      await harness.customModels.refresh();
      const row = () => harness.ledger.customModels.get('model', made);
      expect(row()?.images).toBeNull();
      expect(harness.creation(id).state).toBe('stopped');
      harness.demo.clearFaults();
      expect((await harness.until(id, 'created')).serviceId).toBe(made);
      expect(row()).toMatchObject({ name: 'Ada', isMadeHere: true });
    },
  );
});
