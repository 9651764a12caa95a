import { expect, it } from 'vitest';
import { holdNext } from '../../../test/fixtures/holding.ts';
import { openDesk, type Desk } from '../../../test/models/desk.ts';

const made = async (desk: Desk) => {
  const serviceId = await desk.made();
  await desk.poll(() => desk.ledger.own.get('model', serviceId)?.status).toBe('complete');
  return serviceId;
};
const presenceOf = (desk: Desk, id: number) => desk.ledger.own.get('model', id)?.presence;

it('one is deleted at the service, and off every list', async () => {
  const desk = await openDesk();
  const id = await made(desk);
  desk.own.remove('model', id);
  await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
  expect(await desk.account('model')).toEqual([]);
  await desk.own.refresh();
  expect(desk.ledger.own.all('model')).toEqual([]);
});

it('is gone on with after a restart', async () => {
  const first = await openDesk();
  const id = await made(first);
  first.demo.inject({ kind: 'server-error', on: 'own-model-delete' });
  first.own.remove('model', id);
  await first.poll(() => first.arrived('own-model-delete')).toBeGreaterThan(0);
  expect(presenceOf(first, id)).toBe('deleting');
  const second = await first.restart();
  expect(presenceOf(second, id)).toBe('deleting');
  second.demo.clearFaults();
  await second.poll(() => presenceOf(second, id)).toBe('deleted');
});

it('whose answer was lost is deleted once it is known to be', async () => {
  const desk = await openDesk();
  const id = await made(desk);
  desk.demo.inject({ kind: 'accept-then-close', on: 'own-model-delete', times: 3 });
  desk.own.remove('model', id);
  await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
  expect(await desk.account('model')).toEqual([]);
});

it('that the service refuses stays, with its words', async () => {
  const desk = await openDesk();
  const id = await made(desk);
  desk.demo.inject({ kind: 'refused', on: 'own-model-delete', text: 'It is in use.', times: 1 });
  desk.own.remove('model', id);
  await desk.poll(() => presenceOf(desk, id)).toBe('there');
  expect(desk.ledger.own.get('model', id)?.problem).toMatchObject({
    code: 'service-refused',
    about: 'It is in use.',
  });
  expect(await desk.account('model')).toHaveLength(1);
  desk.own.remove('model', id);
  await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
});

it('is not taken for deleted by a service that says no to every question while the account still lists it', async () => {
  const desk = await openDesk();
  const id = await made(desk);
  desk.demo.inject({ kind: 'refused', on: 'own-model-delete', text: 'Busy.' });
  desk.demo.inject({ kind: 'refused', on: 'own-model-query', text: 'Busy.' });
  desk.own.remove('model', id);
  await desk.poll(() => desk.arrived('own-model-delete')).toBeGreaterThan(1);
  expect(presenceOf(desk, id)).toBe('deleting');
  desk.demo.clearFaults();
  await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
  expect(await desk.account('model')).toEqual([]);
});

it('that the service does not know is deleted, once the account does not list it either', async () => {
  const desk = await openDesk();
  const id = await made(desk);
  await desk.service.deleteOwnModel(id);
  desk.demo.inject({ kind: 'refused', on: 'own-model-delete', text: 'Unknown.' });
  desk.own.remove('model', id);
  await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
  expect(await desk.account('model')).toEqual([]);
});

it('one that is wanted gone while another is being deleted is deleted as well', async () => {
  const desk = await openDesk();
  const ids = [await made(desk), await made(desk)];
  const goOn = holdNext(desk.demo, 'own-model-delete');
  const [first = 0, second = 0] = ids;
  desk.own.remove('model', first);
  await desk.poll(() => desk.arrived('own-model-delete')).toBe(1);
  desk.own.remove('model', second);
  goOn();
  for (const id of ids) await desk.poll(() => presenceOf(desk, id)).toBe('deleted');
  expect(await desk.account('model')).toEqual([]);
});
