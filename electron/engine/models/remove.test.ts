import { expect, it } from 'vitest';
import { holdNext } from '../../../test/fixtures/holding.ts';
import { openHarness, type Harness } from '../../../test/models/harness.ts';

const made = async (harness: Harness) => {
  const serviceId = await harness.made();
  await harness
    .poll(() => harness.ledger.customModels.get('model', serviceId)?.status)
    .toBe('complete');
  return serviceId;
};
const presenceOf = (harness: Harness, id: number) =>
  harness.ledger.customModels.get('model', id)?.presence;

it('an entry is deleted from the service and disappears from every list', async () => {
  const harness = await openHarness();
  const id = await made(harness);
  harness.customModels.remove('model', id);
  await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
  expect(await harness.account('model')).toEqual([]);
  await harness.customModels.refresh();
  expect(harness.ledger.customModels.all('model')).toEqual([]);
});

it('deletion continues after a restart', async () => {
  const first = await openHarness();
  const id = await made(first);
  first.demo.inject({ kind: 'server-error', on: 'custom-model-delete' });
  first.customModels.remove('model', id);
  await first.poll(() => first.arrived('custom-model-delete')).toBeGreaterThan(0);
  expect(presenceOf(first, id)).toBe('deleting');
  const second = await first.restart();
  expect(presenceOf(second, id)).toBe('deleting');
  second.demo.clearFaults();
  await second.poll(() => presenceOf(second, id)).toBe('deleted');
});

it('an entry whose answer was lost is deleted once it is found', async () => {
  const harness = await openHarness();
  const id = await made(harness);
  harness.demo.inject({ kind: 'accept-then-close', on: 'custom-model-delete', times: 3 });
  harness.customModels.remove('model', id);
  await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
  expect(await harness.account('model')).toEqual([]);
});

it('an entry that the service refuses to delete stays, with the service’s message', async () => {
  const harness = await openHarness();
  const id = await made(harness);
  harness.demo.inject({
    kind: 'refused',
    on: 'custom-model-delete',
    text: 'It is in use.',
    times: 1,
  });
  harness.customModels.remove('model', id);
  await harness.poll(() => presenceOf(harness, id)).toBe('there');
  expect(harness.ledger.customModels.get('model', id)?.problem).toMatchObject({
    code: 'service-refused',
    about: 'It is in use.',
  });
  expect(await harness.account('model')).toHaveLength(1);
  harness.customModels.remove('model', id);
  await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
});

it('an entry counts as existing while the account lists it, even if the service refuses every query', async () => {
  const harness = await openHarness();
  const id = await made(harness);
  harness.demo.inject({ kind: 'refused', on: 'custom-model-delete', text: 'Busy.' });
  harness.demo.inject({ kind: 'refused', on: 'custom-model-query', text: 'Busy.' });
  harness.customModels.remove('model', id);
  await harness.poll(() => harness.arrived('custom-model-delete')).toBeGreaterThan(1);
  expect(presenceOf(harness, id)).toBe('deleting');
  harness.demo.clearFaults();
  await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
  expect(await harness.account('model')).toEqual([]);
});

it('an entry unknown to the service is deleted once the account doesn’t list it', async () => {
  const harness = await openHarness();
  const id = await made(harness);
  await harness.service.deleteCustomModel(id);
  harness.demo.inject({ kind: 'refused', on: 'custom-model-delete', text: 'Unknown.' });
  harness.customModels.remove('model', id);
  await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
  expect(await harness.account('model')).toEqual([]);
});

it('an entry can be deleted while another deletion is running', async () => {
  const harness = await openHarness();
  const ids = [await made(harness), await made(harness)];
  const goOn = holdNext(harness.demo, 'custom-model-delete');
  const [first = 0, second = 0] = ids;
  harness.customModels.remove('model', first);
  await harness.poll(() => harness.arrived('custom-model-delete')).toBe(1);
  harness.customModels.remove('model', second);
  goOn();
  for (const id of ids) await harness.poll(() => presenceOf(harness, id)).toBe('deleted');
  expect(await harness.account('model')).toEqual([]);
});
