import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { PhotoFacts } from '#shared/views/retouch.ts';
import { basename } from 'node:path';
import { largestPhoto, openRegular } from '#electron/base/regular-file.ts';
import type { Tool } from './exiftool.ts';

/** The tags to read for each value; two tags if cameras differ in which one they write. */
const asked =
  'Make Model LensModel LensID DateTimeOriginal CreateDate ISO ExposureTime FNumber FocalLength ProfileDescription ColorSpace'.split(
    ' ',
  );

/** Reads how a photo was taken. Problems: facts-unreadable. */
export async function readPhotoFacts(
  start: () => Promise<Tool>,
  photo: string,
): Promise<Outcome<PhotoFacts>> {
  try {
    // ExifTool would wait forever on a FIFO
    await (await openRegular(photo, { most: largestPhoto })).close();
    const tool = await start();
    const file = await tool.safe(photo, 'file');
    try {
      return success(factsOf(await tool.read(file, asked)));
    } finally {
      await tool.forget([file]);
    }
  } catch (error) {
    const name = basename(photo);
    return failure('facts-unreadable', { name }, { about: name, detail: causeText(error) });
  }
}

function factsOf(tags: Readonly<Record<string, unknown>>): PhotoFacts {
  const said = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const tag = tags[name];
      const text = typeof tag === 'string' || typeof tag === 'number' ? String(tag).trim() : '';
      if (text !== '' && !/^(unknown|undef|0000:)/i.test(text)) return text;
    }
    return null;
  };
  return {
    camera: cameraOf(said('Make'), said('Model')),
    lens: said('LensModel', 'LensID'),
    takenAt: said('DateTimeOriginal', 'CreateDate')?.replace(/^(\d{4}):(\d\d):/, '$1-$2-') ?? null,
    iso: said('ISO'),
    exposure: said('ExposureTime'),
    aperture: said('FNumber'),
    focalLength: said('FocalLength'),
    profile: said('ProfileDescription', 'ColorSpace'),
  };
}

/** Joins make and model; returns the model alone if it already begins with the maker's name. */
function cameraOf(make: string | null, model: string | null): string | null {
  if (make === null || model === null) return model ?? make;
  const [first = make] = make.split(/\s/);
  return model.toLowerCase().startsWith(first.toLowerCase()) ? model : `${make} ${model}`;
}
