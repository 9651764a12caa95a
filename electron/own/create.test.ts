import { describe, expect, it } from 'vitest';
import type { OwnKind } from '#shared/own.ts';
import type { OnceOptions } from '../service/types.ts';
import { openDesk, type Desk } from '../../test/own/desk.ts';

const photosOf = (desk: Desk, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => desk.photo(`photo-${at + 1}.jpg`)));

const creates = (desk: Desk, kind: OwnKind) => desk.arrived(`own-${kind}-create`);

describe('a creation', () => {
  it.each([
    ['model', 1, 'Ada'],
    ['model', 4, 'Bea'],
    ['model', 2, null],
    ['scene', 1, 'Loft'],
    ['scene', 1, null],
  ] as const)('makes a %s of %i photos named %s, once', async (kind, count, name) => {
    const bodies: unknown[] = [];
    const desk = await openDesk({
      service: (service) => ({
        ...service,
        createOwnModel(input, options: OnceOptions) {
          bodies.push(input);
          return service.createOwnModel(input, options);
        },
        createOwnScene(input, options: OnceOptions) {
          bodies.push(input);
          return service.createOwnScene(input, options);
        },
      }),
    });
    const id = await desk.create(kind, name, await photosOf(desk, count));
    const { serviceId, uploads } = await desk.until(id, 'created');
    const named = name === null ? {} : { name };
    const photos = kind === 'model' ? { images: uploads } : { image: uploads[0] };
    expect(bodies).toEqual([{ ...photos, ...named }]);
    expect(creates(desk, kind)).toBe(1);
    expect(desk.arrived('upload')).toBe(count);
    await expect
      .poll(() => desk.ledger.own.get(kind, serviceId ?? 0))
      .toMatchObject({
        name: name ?? expect.stringMatching(/ 1$/),
        status: 'complete',
        images: uploads,
        cover: uploads[0],
        isMadeHere: true,
        presence: 'there',
      });
    expect(await desk.account(kind)).toHaveLength(1);
    expect(desk.ledger.creations.shown(kind)).toEqual([]);
  });
});
