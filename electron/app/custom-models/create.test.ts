import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/fixtures/values.ts';
import { openDesk, type Desk } from '../../../test/models/desk.ts';
import { createCustomModel, type CreationRequest } from './create.ts';

const never = new AbortController().signal;

/** A desk with a photo, and how a model is asked for that is made of it. */
async function place() {
  const desk = await openDesk();
  const path = await desk.photo('a.jpg');
  const photos = [await desk.look('model', path)];
  const usual: CreationRequest = { kind: 'model', name: null, photos, again: false };
  const ask = async (change: Partial<CreationRequest> = {}) =>
    valueOf(await createCustomModel(desk, { ...usual, ...change }, never));
  return { desk, path, usual, ask };
}

/** A creation of the photo that stopped, whose request may have arrived where ids were `known`. */
function stopped({ ledger }: Desk, code: 'own-uncertain' | 'own-not-created'): void {
  ledger.creations.sending(1, []);
  ledger.creations.stopped(1, { code, message: 'It stopped.' });
}

const made = (desk: Desk) => desk.arrived('own-model-create');
const states = ({ ledger }: Desk) => [1, 2].map((id) => ledger.creations.get(id)?.state);

describe('photos that made a model', () => {
  it('make no other one, unless it is asked for or given another name', async () => {
    const { desk, ask } = await place();
    expect(await ask({ name: ' Ada ' })).toEqual({ creationId: 1 });
    const id = (await desk.until(1, 'created')).serviceId;
    await desk.poll(() => desk.ledger.own.get('model', id ?? 0)?.status).toBe('complete');
    const earlier = { state: 'ready', creationId: 1, id, name: 'Ada', problem: null };
    expect(await ask()).toEqual({ earlier });
    expect(await ask({ name: ' Ada ' })).toEqual({ earlier });
    expect(await ask({ name: 'Bea' })).toEqual({ creationId: 2 });
    await desk.until(2, 'created');
    expect(await ask({ again: true })).toEqual({ creationId: 3 });
    await desk.until(3, 'created');
    expect(made(desk)).toBe(3);
  });

  it('make another one once it is failed or gone from the account', async () => {
    const { desk, ask } = await place();
    await ask({ name: 'Ada' });
    const id = (await desk.until(1, 'created')).serviceId ?? 0;
    await desk.service.deleteOwnModel(id);
    desk.ledger.own.gone('model', id);
    expect(await ask({ name: 'Ada' })).toEqual({ creationId: 2 });
    const other = (await desk.until(2, 'created')).serviceId ?? 0;
    const told = { id: other, name: 'Ada', cover: '', images: null, status: 'failed' } as const;
    desk.ledger.own.told('model', [told], false);
    expect(await ask({ name: 'Ada' })).toEqual({ creationId: 3 });
  });
});

describe('photos that a model is being made of', () => {
  it('make no other one before it is ready, whatever it is called', async () => {
    const { desk, ask } = await place();
    desk.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    const earlier = { state: 'under-way', creationId: 1, id: null, name: 'Ada', problem: null };
    expect(await ask({ name: 'Bea' })).toEqual({ earlier });
    desk.demo.clearFaults();
    desk.demo.inject({ on: 'own-model-query', kind: 'unknown-status', status: 'prepare' });
    const id = (await desk.until(1, 'created')).serviceId;
    expect(await ask({ name: 'Bea' })).toEqual({ earlier: { ...earlier, id } });
    expect(made(desk)).toBe(1);
  });
});

describe('a creation that stopped', () => {
  it('makes way for the next one of its photos', async () => {
    const { desk, ask } = await place();
    desk.demo.inject({ on: 'own-model-create', kind: 'refused', text: 'No face.', times: 1 });
    await ask();
    await desk.until(1, 'stopped');
    expect(await ask()).toEqual({ creationId: 2 });
    expect(states(desk)[0]).toBe('away');
    await desk.until(2, 'created');
  });

  it('stays where the next one cannot be begun', async () => {
    const { desk, ask, path, usual } = await place();
    desk.demo.inject({ on: 'own-model-create', kind: 'refused', text: 'No face.', times: 1 });
    await ask();
    await desk.until(1, 'stopped');
    await rm(path);
    const refused = await createCustomModel(desk, usual, never);
    expect(refused).toMatchObject({ problem: { code: 'file-missing' } });
    expect(states(desk)).toEqual(['stopped', undefined]);
  });

  it('and may have arrived is the person’s to decide about', async () => {
    const { desk, ask } = await place();
    desk.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    stopped(desk, 'own-uncertain');
    const problem = { code: 'own-uncertain', message: 'It stopped.' };
    const earlier = { state: 'uncertain', creationId: 1, id: null, name: 'Ada', problem };
    expect(await ask()).toMatchObject({ earlier });
    expect(await ask({ again: true })).toEqual({ creationId: 2 });
    expect(states(desk)).toEqual(['away', 'preparing']);
  });

  it('is the person’s to decide about while the account cannot be looked through', async () => {
    const { desk, ask } = await place();
    desk.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    stopped(desk, 'own-not-created');
    desk.demo.inject({ on: 'info', kind: 'server-error' });
    const asked = await desk.during(ask());
    expect(asked).toMatchObject({ earlier: { state: 'uncertain', creationId: 1 } });
    expect(await desk.during(ask({ again: true }))).toEqual({ creationId: 2 });
  });
});
