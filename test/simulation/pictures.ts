import { basename, dirname, extname } from 'node:path';
import type { Delivery, DeliveryOutcome } from '#electron/adapters/delivery/types.ts';
import type { Images } from '#electron/adapters/images/types.ts';
import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { LifeDisk } from './disk.ts';
import type { Outage } from './network.ts';
import { photoOf } from './replies.ts';
import { shopContent } from './shops.ts';
import type { ModelService } from './service.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

const notSimulated = (): never => {
  throw new Error('The queue does not ask for this.');
};

/** Returns the name for the content of a photo's copy. */
export function copyOf(content: string): string {
  return `${photoOf(content)}.copy`;
}

/** Suffixes for the content of derived results: results with the original pixels, and their layered files. */
export const ownPixels = '+own';
export const ownLayers = '+layers';

/** Writes a file completely or not at all, like electron/adapters/images. */
async function putWhole(disk: LifeDisk, file: string, content: string): Promise<string> {
  await disk.write(`${file}.part`, content);
  await disk.flush(`${file}.part`);
  await disk.rename(`${file}.part`, file);
  await disk.flushFolder(dirname(file));
  return file;
}

/** Simulates the image processes. Like electron/adapters/images, they write a copy completely or not at all. */
export function imagesOf(world: World, disk: LifeDisk): Images {
  return {
    async prepare({ source, target }, signal) {
      const content = await disk.sha256(source);
      if (signal?.aborted === true) return failure({ code: 'aborted', message: 'It was stopped.' });
      if (world.chance.strikes('photo damaged', photoOf(content))) {
        return failure({ code: 'photo-damaged', message: 'The photo is damaged.' });
      }
      const copy = copyOf(content);
      const file = await putWhole(disk, `${target}.jpg`, copy);
      const made = { file, sha256: copy, bytes: copy.length, width: 800, height: 600 };
      return { ok: true, value: { ...made, type: 'image/jpeg', changes: [] } };
    },
    probe: () =>
      Promise.resolve(
        success({
          format: 'jpeg',
          width: 800,
          height: 600,
          orientation: 1,
          bitsPerSample: 8,
          channels: 3,
          space: 'srgb',
          profile: null,
          hasAlpha: false,
        }),
      ),
    async mask({ target }) {
      const file = await putWhole(disk, `${target}.png`, 'mask');
      return success({ file, bytes: 4, kept: 0.5, changes: [] });
    },
    async composite({ source, result, mask, target }, signal) {
      const [photo, made] = [await disk.sha256(source), await disk.sha256(result)];
      if ((await disk.sha256(mask)) !== 'mask') throw new Error('it is another mask');
      if (signal?.aborted === true) return failure({ code: 'aborted', message: 'It was stopped.' });
      if (world.chance.strikes('photo damaged', `composite ${photoOf(photo)}`)) {
        return failure({ code: 'photo-damaged', message: 'The photo is damaged.' });
      }
      const layers = `${made}${ownLayers}`;
      const psd = await putWhole(disk, `${target}.psd`, layers);
      const image = `${made}${ownPixels}`;
      const png = await putWhole(disk, `${target}.png`, image);
      const fileOf = (file: string, sha256: string) => {
        const size = { bytes: sha256.length, width: 800, height: 600 };
        return { file, sha256, ...size, extension: extname(file) };
      };
      return success({ image: fileOf(png, image), layers: success(fileOf(psd, layers)) });
    },
    check: notSimulated,
    thumbnail: notSimulated,
    pyramid: notSimulated,
    inspectMask: notSimulated,
    loadMask: notSimulated,
    findSubject: notSimulated,
    expectSubjects: notSimulated,
    keptArea: notSimulated,
    export: notSimulated,
    async finish({ source, files }, signal) {
      const result = await disk.sha256(source);
      if (signal?.aborted === true) return failure({ code: 'aborted', message: 'It was stopped.' });
      const made = [];
      for (const { preset, output, target } of files) {
        const sha256 = shopContent(result, preset.outputs.indexOf(output));
        const file = await putWhole(disk, target, sha256);
        const size = { bytes: sha256.length, width: 800, height: 600 };
        made.push(
          success({ file, sha256, ...size, quality: null, isSmaller: false, subject: null }),
        );
      }
      return success({ hasSubject: true, files: made });
    },
    close: () => Promise.resolve(),
  };
}

type FailedOutcome = Extract<DeliveryOutcome<never>, { ok: false }>;

const later = { then: 'later' } as const;
const lost: FailedOutcome = {
  ...failure({ code: 'download-failed', message: 'It could not be downloaded.' }),
  ...later,
};
const gone: FailedOutcome = {
  ...failure({ code: 'download-failed', message: 'The address is old.' }),
  then: 'gone',
};
const stopped: FailedOutcome = {
  ...failure({ code: 'aborted', message: 'It was stopped.' }),
  ...later,
};
const isBusy: FailedOutcome = {
  ...failure({ code: 'delivery-failed', message: 'Another program holds it.' }),
  ...later,
};

/** Simulates delivery, with the same order of writes, flushes and renames as electron/adapters/delivery. */
export function deliveryOf(
  world: World,
  life: Life,
  disk: LifeDisk,
  outside: { readonly service: ModelService; readonly outages: readonly Outage[] },
): Delivery {
  const { time, chance } = world;
  return {
    async fetch({ url, folder, name }, signal) {
      const who = photoOf(url);
      await time.pause(chance.between(`download ${who}`, 20, 900), life);
      if (signal?.aborted === true) return stopped;
      const now = time.now();
      const isOut = outside.outages.some(({ from, to }) => now >= from && now < to);
      if (isOut || chance.strikes('download broken', who)) return lost;
      const content = outside.service.download(url);
      if (content === null) return gone;
      const file = await putWhole(disk, `${folder}/${name}.png`, content);
      const fetched = { file, sha256: content, bytes: content.length, width: 800, height: 600 };
      return { ok: true, value: { ...fetched, extension: '.png' } };
    },
    canMark: () => Promise.resolve(success(undefined)),
    mayWrite: () => Promise.resolve(success(undefined)),
    async place(request, signal) {
      const { fetched, already } = request;
      const who = photoOf(fetched.sha256);
      if (already !== null && (await isThere(disk, already))) {
        await disk.flushFolder(dirname(already.file));
        return delivered(fetched, already.file);
      }
      if (chance.strikes('output disk busy', who)) return isBusy;
      if (!(await isThere(disk, fetched))) return gone;
      if (signal?.aborted === true) return stopped;
      const file = await putDown(disk, request);
      return delivered(fetched, file);
    },
    close: () => Promise.resolve(),
  };
}

async function putDown(
  disk: LifeDisk,
  { fetched, context, index, kind, onTarget }: Parameters<Delivery['place']>[0],
): Promise<string> {
  const stem = `${context.outFolder}/${basename(context.photoName, extname(context.photoName))}`;
  const names = { image: `${index}`, psd: 'psd', layers: `${index}_layers`, 'shop-file': 'shop' };
  const wanted = `${stem}_${names[kind]}`;
  const temp = `${context.outFolder}/.${context.executionId}-${kind}-${index}.part`;
  await disk.remove(temp);
  await disk.write(temp, fetched.sha256);
  await disk.flush(temp);
  for (let n = 1; ; n += 1) {
    const file = `${wanted}${n === 1 ? '' : `-${n}`}.png`;
    if (await disk.exists(file)) continue;
    onTarget({ file, sha256: fetched.sha256 });
    if (!(await disk.link(temp, file))) continue;
    await disk.remove(temp);
    await disk.flushFolder(context.outFolder);
    return file;
  }
}

async function isThere(
  disk: LifeDisk,
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): Promise<boolean> {
  return (await disk.exists(file)) && (await disk.sha256(file)) === sha256;
}

function delivered(
  { sha256, bytes, width, height }: FetchedFile,
  file: string,
): DeliveryOutcome<DeliveredFile> {
  return { ok: true, value: { file, sha256, bytes, width, height } };
}
