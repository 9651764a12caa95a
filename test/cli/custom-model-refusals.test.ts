import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { plainJpeg } from '../demo/harness.ts';
import { bomb } from '../fixtures/bomb.ts';
import { portrait } from '../fixtures/people.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { begin, darkslide, folder, key, sharedDemo, withService } from './darkslide.ts';

const watch = lightPhotograph('watch-steel.jpg');
const shared = sharedDemo({ rejectsPlainPhotos: true });

interface Line {
  readonly creation?: number;
  readonly copy?: { readonly bytes: number } | null;
  readonly error?: { readonly code: string; readonly message: string } | null;
}

/** Returns the codes of the refusals in the order of the output. */
function codesOf(ended: { json(): unknown[] }): string[] {
  const lines = ended.json() as Line[];
  return lines.flatMap((line) => ('photo' in line ? [] : (line.error?.code ?? [])));
}

const create = (name: string) => ['models', 'create', portrait, '--name', name, '--json'];

it('C2 photos of 512 px and invalid names and ids are each refused with a reason, and nothing is sent', async () => {
  const here = await folder();
  const bad = async (name: string, content: Buffer | string) => {
    await writeFile(join(here, name), content);
    return join(here, name);
  };
  const tiny = await bad('tiny.jpg', await plainJpeg(512, 640));
  const page = await bad('page.jpg', '<!doctype html><p>No photo</p>');
  const huge = await bad('huge.png', bomb());
  const cases: [readonly string[], string][] = [
    [['models', 'create', portrait, portrait, portrait, portrait, portrait], 'own-photos'],
    [['scenes', 'create', portrait, watch], 'own-photos'],
    [['scenes', 'create', tiny], 'photo-too-small'],
    [['models', 'create', page], 'photo-refused-format'],
    [['models', 'create', huge], 'photo-too-large'],
    [['models', 'create', join(here, 'gone.jpg')], 'file-missing'],
    [create('N'.repeat(500)), 'own-name'],
    [['models', 'delete', '999999', '--yes'], 'own-unknown'],
  ];
  const ended = await Promise.all(
    cases.map(([args], at) =>
      darkslide([...args, '--json'], withService(shared(), join(here, `data-${at}`))),
    ),
  );
  expect(ended.map(codesOf)).toEqual(cases.map(([, code]) => [code]));
  expect(ended.map(({ status }) => status)).toEqual(cases.map(() => 2));
  for (const { stderr } of ended) expect(stderr).not.toMatch(/^\s+at /m);
  const { requests } = shared().records();
  expect([requests['upload'], requests['custom-model-create']]).toEqual([undefined, undefined]);
});

it('a photo over 5 MB is reduced', async () => {
  const here = await folder();
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const grain = sharp({
    create: { width: 1350, height: 1450, channels: 3, noise, background: '#888' },
  });
  const heavy = join(here, 'heavy.jpg');
  await grain.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toFile(heavy);
  const args = ['models', 'create', heavy, '--no-wait', '--json'];
  const made = await darkslide(args, withService(shared(), join(here, 'data')));
  const [photo] = made.json() as { bytes: number; copy: { bytes: number } }[];
  expect(photo?.bytes).toBeGreaterThan(5_500_000);
  expect(photo?.copy.bytes).toBeLessThanOrEqual(5_000_000);
  expect(made.status).toBe(0);
  expect(made.json()).toHaveLength(2);
});

describe('the service', () => {
  it('refuses the key before anything is started', async () => {
    const around = withService(shared(), await folder());
    const env = { ...around.env, DARKSLIDE_API_KEY: `${key}-old` };
    const ended = await darkslide(create('Nobody'), { env });
    expect(ended.status).toBe(2);
    expect(codesOf(ended)).toEqual(['service-unauthorised']);
    expect(ended.stdout + ended.stderr).not.toContain(key);
  });

  it('refuses a creation, which is then listed as stopped and can be restarted with the same command', async () => {
    const around = withService(shared(), await folder());
    shared().inject({
      on: 'custom-model-create',
      kind: 'refused',
      text: 'No face is seen.',
      times: 1,
    });
    const refused = await darkslide(create('Refused'), around);
    expect(refused.status).toBe(1);
    expect(refused.json().at(-1)).toMatchObject({
      creation: 1,
      state: 'stopped',
      error: { code: 'service-refused', message: expect.stringContaining('No face') as string },
    });
    const listed = await darkslide(['models', 'list'], around);
    expect(listed.stdout).toMatch(/Creation 1.*"Refused".*stopped[^]*No face is seen/);
    const scene = await darkslide(['scenes', 'dismiss', '1', '--json'], around);
    expect(scene).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('own-creation-unknown'),
    });
    const made = await darkslide(create('Refused'), around);
    expect(made.status).toBe(0);
    const after = await darkslide(['models', 'list', '--json'], around);
    expect((after.json() as Line[]).filter(({ creation }) => creation !== undefined)).toEqual([]);
  });

  it('can’t prepare a model from a photo that shows only one colour: the model exists but can’t be used', async () => {
    const here = await folder();
    const plain = join(here, 'plain.jpg');
    await writeFile(plain, await plainJpeg());
    const around = withService(shared(), here);
    const ended = await darkslide(['scenes', 'create', plain, '--json'], around);
    expect(ended.status).toBe(1);
    expect(ended.json().at(-1)).toMatchObject({
      locationId: expect.any(Number) as number,
      status: 'failed',
      error: { code: 'own-failed' },
    });
  });

  it('stops a creation with a reason if the account already has a thousand scenes', async () => {
    const around = withService(shared(), await folder());
    const listed = (await darkslide(['scenes', 'list', '--json'], around)).json() as Line[];
    shared().addCustomModels({ scenes: 1000 - listed.length });
    const ended = await darkslide(['scenes', 'create', portrait, '--json'], around);
    expect(ended.status).toBe(1);
    expect(ended.json().at(-1)).toMatchObject({ state: 'stopped', error: { code: 'own-full' } });
    expect(shared().records().requests['custom-scene-create']).toBe(1);
    const { creation } = ended.json().at(-1) as { creation: number };
    const away = await darkslide(['scenes', 'dismiss', String(creation), '--json'], around);
    expect(away.json()).toEqual([{ creation, state: 'away' }]);
    const { stdout } = await darkslide(['scenes', 'list'], around);
    expect(stdout).toContain('1000 of 1000 custom scenes in the account. Delete one');
    expect(stdout).not.toContain('Creation');
  });
});

it('commands create, list, wait for and delete a model in a data folder that another Darkslide has open', async () => {
  const data = await folder();
  const around = withService(shared(), data);
  const made = await darkslide([...create('Beside'), '--no-wait'], around);
  const { fashionModelId: id } = made.json().at(-1) as { fashionModelId: number };
  const running = begin(['resume', '--until-idle=60'], around);
  await running.says('Service:');
  const [begun, waited, listed] = await Promise.all([
    darkslide(create('Another'), around),
    darkslide(['models', 'wait', String(id), '--json'], around),
    darkslide(['models', 'list', '--json'], around),
  ]);
  expect(begun.stderr).toContain('Using Darkslide, which is already open');
  expect([begun.status, codesOf(begun)]).toEqual([0, []]);
  expect(waited.status).toBe(0);
  expect(listed.json()).toContainEqual(
    expect.objectContaining({ fashionModelId: id, madeHere: true }),
  );
  const deleted = await darkslide(['models', 'delete', String(id), '--yes', '--json'], around);
  expect([deleted.status, deleted.json()]).toEqual([0, [{ fashionModelId: id, deleted: true }]]);
  const dismissed = await darkslide(['models', 'dismiss', '99', '--json'], around);
  expect([dismissed.status, codesOf(dismissed)]).toEqual([1, ['own-creation-unknown']]);
  running.interrupt();
  await running.ended;
});
