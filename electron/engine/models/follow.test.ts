import { expect, it } from 'vitest';
import { openHarness, type Harness } from '../../../test/models/harness.ts';

const never = new AbortController().signal;
const forever = { executionMs: 0, jitterMs: 0, preparationMs: 3_600_000 };
const statusOf = (harness: Harness, id: number) =>
  harness.ledger.customModels.get('model', id)?.status;

it.each([
  ['complete', 0],
  ['failed', 1],
] as const)(
  'a model in preparation is followed until it is %s, across a restart',
  async (status, customModel) => {
    const speed = { ...forever, preparationMs: 1500 };
    const first = await openHarness({ demo: { speed, failures: { customModel } } });
    const id = await first.made();
    await first.poll(() => first.ledger.customModels.get('model', id)?.name).toBe('Ada');
    expect(statusOf(first, id)).toBe('prepare');
    const second = await first.restart();
    expect(statusOf(second, id)).toBe('prepare');
    expect(await second.customModels.ready('model', id, never)).toMatchObject({
      ok: true,
      value: { status },
    });
    // no further query is sent
    const asked = second.arrived('custom-model-query');
    await second.calm();
    expect(second.arrived('custom-model-query')).toBe(asked);
  },
);

it('a model in preparation is queried after 2 s at first, and once a minute in the end', async () => {
  const times: number[] = [];
  const harness: Harness = await openHarness({
    demo: { speed: forever },
    service: (service) => ({
      ...service,
      queryCustomModel(asked, options) {
        times.push(Math.round(harness.clock.mono() / 1000));
        return service.queryCustomModel(asked, options);
      },
    }),
  });
  const id = await harness.made();
  await harness.pass(300_000);
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
  expect(gaps.slice(0, 3)).toEqual([2, 2, 3]);
  expect(gaps.at(-1)).toBe(60);
  expect(statusOf(harness, id)).toBe('prepare');
});

it('a command that waits for an entry learns when it is ready or missing', async () => {
  const harness = await openHarness({ demo: { speed: { ...forever, preparationMs: 300 } } });
  const id = await harness.made();
  const ready = await harness.customModels.ready('model', id, never);
  expect(ready).toMatchObject({ ok: true, value: { id, status: 'complete' } });
  for (const [kind, other] of [
    ['model', 99],
    ['scene', id],
  ] as const) {
    const none = await harness.customModels.ready(kind, other, never);
    expect(none).toMatchObject({ problem: { code: 'own-unknown' } });
  }
});

it('waiting ends when it is aborted and when the program stops', async () => {
  const harness = await openHarness({ demo: { speed: forever } });
  const id = await harness.made();
  const leaving = new AbortController();
  const left = harness.customModels.ready('model', id, leaving.signal);
  const stays = harness.customModels.ready('model', id, never);
  leaving.abort();
  expect(await left).toMatchObject({ problem: { code: 'aborted' } });
  await harness.customModels.stop();
  expect(await stays).toMatchObject({ problem: { code: 'aborted' } });
});

it('an entry deleted during its preparation is gone once a complete list confirms it', async () => {
  const harness = await openHarness({ demo: { speed: forever } });
  const id = await harness.made();
  await harness.service.deleteCustomModel(id);
  await harness.poll(() => harness.ledger.customModels.get('model', id)?.presence).toBe('gone');
  expect(await harness.account('model')).toEqual([]);
});
