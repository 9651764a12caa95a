import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/fixtures/values.ts';
import { openHarness, type Harness } from '../../../test/models/harness.ts';
import { createCustomModel, type CreationRequest } from './create.ts';

const never = new AbortController().signal;

/** Opens a session with a photo, and returns a function that requests a model from it. */
async function place() {
  const session = await openHarness();
  const path = await session.photo('a.jpg');
  const photos = [await session.look('model', path)];
  const usual: CreationRequest = { kind: 'model', name: null, photos, seen: 0 };
  const ask = async (change: Partial<CreationRequest> = {}) =>
    valueOf(await createCustomModel(session, { ...usual, ...change }, never));
  return { session, path, usual, ask };
}

/** Stops the creation at a point where its request may have reached the service. */
function stopped({ ledger }: Harness, code: 'own-uncertain' | 'own-not-created'): void {
  ledger.creations.sending(1, []);
  ledger.creations.stopped(1, { code, message: 'It stopped.' });
}

const made = (session: Harness) => session.arrived('custom-model-create');
const states = ({ ledger }: Harness) => [1, 2].map((id) => ledger.creations.get(id)?.state);

describe('a request to create a model from photos that were used before', () => {
  it('is answered with the earlier model, unless the user wants another one or gives another name', async () => {
    const { session, ask } = await place();
    expect(await ask({ name: ' Ada ' })).toEqual({ creationId: 1 });
    const id = (await session.until(1, 'created')).serviceId;
    await session
      .poll(() => session.ledger.customModels.get('model', id ?? 0)?.status)
      .toBe('complete');
    const earlier = { state: 'ready', creationId: 1, id, name: 'Ada', problem: null };
    expect(await ask()).toEqual({ earlier });
    expect(await ask({ name: ' Ada ' })).toEqual({ earlier });
    expect(await ask({ name: 'Bea' })).toEqual({ creationId: 2 });
    await session.until(2, 'created');
    expect(await ask({ seen: 2 })).toEqual({ creationId: 3 });
    await session.until(3, 'created');
    expect(made(session)).toBe(3);
  });

  it('creates another model if the first failed or is no longer in the account', async () => {
    const { session, ask } = await place();
    await ask({ name: 'Ada' });
    const id = (await session.until(1, 'created')).serviceId ?? 0;
    await session.service.deleteCustomModel(id);
    session.ledger.customModels.gone('model', id);
    expect(await ask({ name: 'Ada' })).toEqual({ creationId: 2 });
    const other = (await session.until(2, 'created')).serviceId ?? 0;
    const told = { id: other, name: 'Ada', cover: '', images: null, status: 'failed' } as const;
    session.ledger.customModels.told('model', [told], false);
    expect(await ask({ name: 'Ada' })).toEqual({ creationId: 3 });
  });
});

describe('a request to create a model from photos that are being used', () => {
  it('is answered with the unfinished model, whatever name it gives', async () => {
    const { session, ask } = await place();
    session.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    const earlier = { state: 'under-way', creationId: 1, id: null, name: 'Ada', problem: null };
    expect(await ask({ name: 'Bea' })).toEqual({ earlier });
    session.demo.clearFaults();
    session.demo.inject({ on: 'custom-model-query', kind: 'unknown-status', status: 'prepare' });
    const id = (await session.until(1, 'created')).serviceId;
    expect(await ask({ name: 'Bea' })).toEqual({ earlier: { ...earlier, id } });
    expect(made(session)).toBe(1);
  });
});

describe('a creation that stopped', () => {
  it('is replaced by the next creation from the same photos', async () => {
    const { session, ask } = await place();
    session.demo.inject({ on: 'custom-model-create', kind: 'refused', text: 'No face.', times: 1 });
    await ask();
    await session.until(1, 'stopped');
    expect(await ask()).toEqual({ creationId: 2 });
    expect(states(session)[0]).toBe('away');
    await session.until(2, 'created');
  });

  it('stays if the next creation can’t be started', async () => {
    const { session, ask, path, usual } = await place();
    session.demo.inject({ on: 'custom-model-create', kind: 'refused', text: 'No face.', times: 1 });
    await ask();
    await session.until(1, 'stopped');
    await rm(path);
    const refused = await createCustomModel(session, usual, never);
    expect(refused).toMatchObject({ problem: { code: 'file-missing' } });
    expect(states(session)).toEqual(['stopped', undefined]);
  });

  it('must be resolved by the user if its request may have reached the service', async () => {
    const { session, ask } = await place();
    session.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    stopped(session, 'own-uncertain');
    const problem = { code: 'own-uncertain', message: 'It stopped.' };
    const earlier = { state: 'uncertain', creationId: 1, id: null, name: 'Ada', problem };
    expect(await ask()).toMatchObject({ earlier });
    expect(await ask({ seen: 1 })).toEqual({ creationId: 2 });
    expect(states(session)).toEqual(['away', 'preparing']);
  });

  it('must be resolved by the user while the account can’t be listed', async () => {
    const { session, ask } = await place();
    session.demo.inject({ on: 'upload', kind: 'server-error' });
    await ask({ name: 'Ada' });
    stopped(session, 'own-not-created');
    session.demo.inject({ on: 'info', kind: 'server-error' });
    const asked = await session.during(ask());
    expect(asked).toMatchObject({ earlier: { state: 'uncertain', creationId: 1 } });
    expect(await session.during(ask({ seen: 1 }))).toEqual({ creationId: 2 });
  });
});

describe('two windows at the same time', () => {
  it('create one model from the same photos', async () => {
    const { session, ask } = await place();
    const answers = await Promise.all([ask({ name: 'Ada' }), ask({ name: 'Ada' })]);
    // Which window is first depends on which photo is read first.
    expect(answers).toContainEqual({ creationId: 1 });
    const earlier = expect.objectContaining({ creationId: 1 }) as unknown;
    expect(answers).toContainEqual({ earlier });
    await session.until(1, 'created');
    expect(states(session)).toEqual(['created', undefined]);
    expect(made(session)).toBe(1);
  });

  it('create only one more model if both users confirm after the same earlier creation', async () => {
    const { session, ask } = await place();
    await ask({ name: 'Ada' });
    await session.until(1, 'created');
    expect(await ask({ name: 'Ada', seen: 1 })).toEqual({ creationId: 2 });
    const again = await ask({ name: 'Ada', seen: 1 });
    expect(again).toMatchObject({ earlier: { creationId: 2 } });
    await session.until(2, 'created');
    expect(made(session)).toBe(2);
  });

  it('create two models for two commands that each request another model', async () => {
    const { ask } = await place();
    const answers = await Promise.all([ask({ seen: Infinity }), ask({ seen: Infinity })]);
    // Which command is first depends on which photo is read first.
    expect(new Set(answers)).toEqual(new Set([{ creationId: 1 }, { creationId: 2 }]));
  });
});
