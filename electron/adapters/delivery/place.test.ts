import { readdirSync, writeFileSync } from 'node:fs';
import {
  link,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { sha256File } from '#electron/base/files.ts';
import { newDelivery, plainContext, warmImages } from '../../../test/fixtures/delivering.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { patches, photoLike } from '../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { withoutPhys } from '../../../test/fixtures/resolution.ts';
import { mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { tryOutputFolder } from './output-folder.ts';
import type { FetchedFile } from '#shared/job.ts';
import type { Delivery, DeliveryContext } from './types.ts';
import { failure } from '#shared/failure.ts';

const images = warmImages();
let skuPattern: string | null = null;
const begin = (): Delivery => newDelivery({ check: images.check, skuPattern: () => skuPattern });
let delivery = begin();
/** Restarts the delivery, as after a crash. */
const restart = async () => {
  await delivery.close();
  delivery = begin();
};
const home = await ownFolder('results', afterAll);
let folder = '';
let out = '';
let fetched: FetchedFile;
let photo = '';

beforeAll(async () => {
  fetched = await asFetched('result.png', await patches(80, 60).png().toBuffer());
  photo = join(home, 'IMG_1.jpg');
  await patches(90, 60)
    .withExif({ IFD0: { Make: 'Nikon' } })
    .jpeg()
    .toFile(photo);
});
afterAll(() => delivery.close());
beforeEach(async () => {
  folder = await ownFolder('place');
  out = join(folder, 'out');
  await mkdir(out);
});

async function asFetched(name: string, content: Buffer): Promise<FetchedFile> {
  const file = join(home, name);
  await writeFile(file, content);
  const sha256 = sha256Of(content);
  return { file, sha256, bytes: content.length, width: 80, height: 60, extension: '.png' };
}

function context(more: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    ...plainContext,
    outFolder: out,
    template: '{name}_{recipe}_{index}',
    photoName: 'IMG_1.jpg',
    photoSha256: 'ab'.repeat(32),
    photoPath: photo,
    recipe: 'Clean',
    metadata: 'none',
    ...more,
  };
}

type Request = Parameters<Delivery['place']>[0];
type Target = { readonly file: string; readonly sha256: string };

/** Places a result; `file` is its path, or the reason for a failure. */
async function place(
  more: Partial<DeliveryContext> = {},
  {
    by = delivery,
    signal,
    ...rest
  }: Partial<Request> & { by?: Delivery; signal?: AbortSignal } = {},
) {
  const targets: Target[] = [];
  const onTarget = (target: Target) => void targets.push(target);
  const usual = {
    fetched,
    context: context(more),
    index: 1,
    kind: 'image',
    already: null,
    hotFolders: [],
  } as const;
  const outcome = await by.place({ ...usual, onTarget, ...rest }, signal);
  return { outcome, targets, file: outcome.ok ? outcome.value.file : outcome.problem.message };
}

/**
 * Checks whether a delivered PNG equals the service's file byte for byte, except for its
 * resolution.
 */
const isAsServed = async (file: string) =>
  withoutPhys(await readFile(file)).equals(withoutPhys(await readFile(fetched.file)));

describe('the article (SKU) in a name', () => {
  it.each([
    [null, 'AB12.png'],
    ['^[A-Z]+(\\d+)', '12.png'],
  ])('is found by the pattern %s', async (pattern, name) => {
    skuPattern = pattern;
    const { file } = await place({ template: '{sku}', photoName: 'AB12_front.jpg' });
    skuPattern = null;
    expect(file).toBe(join(out, name));
  });
});

describe('placing a file', () => {
  it('B1 writes nothing where the administrator policy does not allow it', async () => {
    const within = () =>
      Promise.resolve(failure({ code: 'managed-folder', message: 'Choose another folder.' }));
    const barred = newDelivery({ check: images.check, within });
    const { outcome } = await place({}, { by: barred });
    expect(outcome).toMatchObject({ then: 'never', problem: { code: 'managed-folder' } });
    expect(await readdir(out)).toEqual([]);
    await barred.close();
  });

  it('writes the service’s bytes under the rendered name, changing only the resolution', async () => {
    const { outcome, targets } = await place({ subFolder: 'Monday/a:b', template: 'x/{name}' });
    const file = join(out, 'Monday', 'a-b', 'x', 'IMG_1.png');
    const [{ bytes }, sha256] = [fetched, await sha256File(file)];
    expect(await isAsServed(file)).toBe(true);
    expect(outcome).toEqual({ ok: true, value: { file, sha256, bytes, width: 80, height: 60 } });
    expect(targets).toEqual([{ file, sha256 }]);
    expect(await readdir(join(out, 'Monday', 'a-b', 'x'))).toEqual(['IMG_1.png']);
  });

  it('returns the SHA-256 of the written file with its metadata', async () => {
    const { outcome, targets } = await place({ metadata: 'keep' });
    const { file, sha256, bytes } = valueOf(outcome);
    expect([await sha256File(file), (await stat(file)).size]).toEqual([sha256, bytes]);
    expect(targets[0]?.sha256).toBe(sha256);
    expect(sha256).not.toBe(fetched.sha256);
    expect(await readdir(out)).toEqual(['IMG_1_Clean_1.png']);
  });

  it('F41 finds a file that was delivered before the ledger was lost, and mistakes no other file for it', async () => {
    const { file: first } = await place();
    const again = async (isKnown: (file: string) => boolean) => (await place({}, { isKnown })).file;
    expect(await again(() => false)).toBe(first);
    expect(await again((file) => file === first)).toBe(join(out, 'IMG_1_Clean_1-2.png'));
    await writeFile(first, Buffer.alloc(fetched.bytes));
    expect(await again((file) => file === first)).toBe(join(out, 'IMG_1_Clean_1-2.png'));
    expect(await again(() => true)).toBe(join(out, 'IMG_1_Clean_1-3.png'));
    expect(await readdir(out)).toHaveLength(3);
  });

  it('finds a file that another station places at the same moment', async () => {
    const { file: first } = await place();
    const content = await readFile(first);
    await rm(first);
    const onTarget = ({ file }: Target) => writeFileSync(file, content);
    expect((await place({}, { onTarget, isKnown: () => false })).file).toBe(first);
    expect(await readdir(out)).toEqual(['IMG_1_Clean_1.png']);
  });

  it.each([
    ['removed', (file: string) => rm(file)],
    ['cut off', (file: string) => truncate(file, 10)],
    ['changed', (file: string) => writeFile(file, Buffer.alloc(20))],
  ])('asks for a file again that was %s in the data folder', async (_, spoil) => {
    const lost = await asFetched('lost.png', Buffer.from('twenty bytes of text'));
    await spoil(lost.file);
    for (const metadata of ['none', 'keep'] as const) {
      const { outcome } = await place({ metadata }, { fetched: lost });
      expect(outcome).toMatchObject({ then: 'gone', problem: { code: 'download-failed' } });
    }
    expect(await readdir(out)).toEqual([]);
  });

  it('places nothing once it is no longer allowed to', async () => {
    const { outcome } = await place({}, { mayPlace: () => false });
    expect(outcome).toMatchObject({ ok: false, then: 'later' });
    expect(await readdir(out)).toEqual([]);
  });

  it('F62 never overwrites another file, and adds a number instead', async () => {
    await writeFile(join(out, 'IMG_1_Clean_1.png'), 'of someone else');
    await mkdir(join(out, 'IMG_1_Clean_1-2.png'));
    const one = await place();
    const two = await place({ photoName: 'IMG_1?.jpg', template: 'IMG_1_{recipe}_{index}' });
    expect(one.file).toBe(join(out, 'IMG_1_Clean_1-3.png'));
    expect(two.file).toBe(join(out, 'IMG_1_Clean_1-4.png'));
    expect(await readFile(join(out, 'IMG_1_Clean_1.png'), 'utf8')).toBe('of someone else');
  });

  it('F62 gives concurrent files different names', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `execution-${n}`);
    const placed = await Promise.all(ids.map((executionId) => place({ executionId })));
    expect(new Set(placed.map(({ file }) => file)).size).toBe(12);
    for (const { targets, file } of placed) expect(targets.at(-1)?.file).toBe(file);
    expect(await readdir(out)).toHaveLength(12);
  });

  it('leaves no file if the target cannot be committed', async () => {
    const onTarget = () => {
      throw new TypeError('the ledger is gone');
    };
    await expect(place({}, { onTarget })).rejects.toThrow('the ledger is gone');
    expect(await readdir(out)).toEqual([]);
  });

  it('leaves no file when it is stopped', async () => {
    const { outcome } = await place({}, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'aborted' } });
    expect(await readdir(out)).toEqual([]);
  });
});

/** Prefix of the unfinished files of this data folder. */
const ownBeginning = `.${sha256Of('a data folder').slice(0, 12)}-`;

describe('F68 after a crash', () => {
  it('between rename and commit, no file is written again', async () => {
    for (const metadata of ['none', 'keep'] as const) {
      const first = await place({ metadata });
      const again = await place({ metadata }, { already: first.targets[0] ?? null });
      expect(again.outcome).toEqual(first.outcome);
      expect(again.targets).toEqual([]);
    }
    expect((await readdir(out)).sort()).toEqual(['IMG_1_Clean_1-2.png', 'IMG_1_Clean_1.png']);
  });

  it('between adding the new name and removing the old one, the old name is removed', async () => {
    const { targets, outcome, file } = await place();
    await link(file, join(out, `${ownBeginning}abc.darkslide-part`));
    await restart();
    expect((await place({}, { already: targets[0] ?? null })).outcome).toEqual(outcome);
    expect(await readdir(out)).toEqual(['IMG_1_Clean_1.png']);
  });

  it('before the rename, the file is delivered and leftovers of the first attempt are removed', async () => {
    const { targets, file } = await place();
    await rm(file);
    expect((await place({}, { already: targets[0] ?? null })).file).toBe(file);
    expect(await readdir(out)).toEqual(['IMG_1_Clean_1.png']);
  });

  it('another file that has taken the name in the meantime stays', async () => {
    const file = join(out, 'IMG_1_Clean_1.png');
    await writeFile(file, 'of someone else');
    const again = await place({}, { already: { file, sha256: fetched.sha256 } });
    expect(again.file).toBe(join(out, 'IMG_1_Clean_1-2.png'));
    expect(await readFile(file, 'utf8')).toBe('of someone else');
  });

  it('the empty placeholder of a disk without hard links is filled', async () => {
    const file = join(out, 'IMG_1_Clean_1.png');
    await writeFile(file, '');
    const again = await place({}, { already: { file, sha256: fetched.sha256 } });
    expect(again.file).toBe(file);
    expect(await isAsServed(file)).toBe(true);
  });

  it('the unfinished file of the first attempt is replaced', async () => {
    let names: string[] = [];
    const { file } = await place({}, { onTarget: () => (names = readdirSync(out)) });
    expect(names).toEqual([
      expect.stringMatching(/^\.[0-9a-f]{12}-[0-9a-z]{10}\.darkslide-part$/u),
    ]);
    await rm(file);
    await writeFile(join(out, names[0] ?? ''), 'half a pict');
    await restart();
    expect((await place()).file).toBe(file);
    expect(await readdir(out)).toEqual(['IMG_1_Clean_1.png']);
  });
});

describe('the output folder', () => {
  it('is not recreated if it is gone', async () => {
    await rm(out, { recursive: true });
    const { outcome } = await place();
    expect(outcome).toMatchObject({ then: 'later', problem: { code: 'folder-unreachable' } });
    expect(await readdir(folder)).toEqual([]);
  });

  it('A5 refuses a name that leads into a hot folder, unless the output folder is one', async () => {
    const hotFolders = [join(out, 'Monday')];
    const { outcome } = await place({ template: 'Monday/{name}' }, { hotFolders });
    expect(outcome).toMatchObject({ then: 'never', problem: { code: 'name-in-hot-folder' } });
    const kept = await place({ subFolder: 'Monday/deep' }, { hotFolders });
    expect(kept.outcome).toMatchObject({ problem: { code: 'name-in-hot-folder' } });
    expect(await readdir(out)).toEqual([]);
    const chained = await place({ template: 'Monday/{name}' }, { hotFolders: [out] });
    expect(chained.file).toBe(join(out, 'Monday/IMG_1.png'));
  });

  it('F60 refuses a result that a link would place outside it', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), join(out, 'Monday'));
    const { outcome } = await place({ subFolder: 'Monday/deep' });
    expect(outcome).toMatchObject({ ok: false, then: 'never' });
    expect(await readdir(join(folder, 'elsewhere'))).toEqual([]);
    const odd = await place({ subFolder: '../..', template: '../{name}' });
    expect(odd.file).toBe(join(out, 'IMG_1.png'));
  });

  it.for(['none', 'keep'] as const)(
    'F65 F67 contains no truncated file after the disk was full (metadata %s)',
    async (metadata, context) => {
      const disk = await mountSmallDisk(folder);
      if (disk === null) return context.skip();
      try {
        const big = await (await photoLike(1200, 900, 20)).png().toBuffer();
        const result = { fetched: await asFetched('big.png', big) };
        const full = await place({ outFolder: disk.path, metadata }, result);
        expect(full.outcome).toMatchObject({ then: 'later', problem: { code: 'disk-full' } });
        expect(full.targets).toEqual([]);
        expect(await readdir(disk.path)).toEqual([]);
        const small = await place({ outFolder: disk.path, metadata: 'none' });
        expect(small.outcome.ok).toBe(true);
      } finally {
        await disk.unmount();
      }
    },
  );
});

describe('checking an output folder', () => {
  const check = (path: string, hot: string | null) =>
    tryOutputFolder(join(folder, path), hot === null ? null : join(folder, hot));

  it('creates it if it is missing', async () => {
    expect(await check('new/deep', null)).toEqual({ ok: true, value: undefined });
    expect(await readdir(join(folder, 'new', 'deep'))).toEqual([]);
  });

  it('F69 refuses it inside its own hot folder', async () => {
    await mkdir(join(folder, 'hot'));
    await symlink(join(folder, 'hot'), join(folder, 'link'));
    for (const path of ['hot', 'hot/out', 'link/out', 'out/../hot/x']) {
      const refused = await check(path, 'hot');
      expect(refused).toMatchObject({ ok: false, problem: { code: 'folder-own-output' } });
    }
    expect(await readdir(join(folder, 'hot'))).toEqual([]);
    expect((await check('hot-out', 'hot')).ok).toBe(true);
    expect((await check('out', 'out/hot')).ok).toBe(true);
  });

  it('refuses it if no files can be written', async () => {
    await writeFile(join(folder, 'file'), 'x');
    for (const path of ['file', 'file/deep']) {
      const refused = await check(path, null);
      expect(refused).toMatchObject({ ok: false, problem: { code: 'folder-unwritable' } });
    }
  });
});
