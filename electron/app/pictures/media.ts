import { stat } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { findAgent } from '#shared/agents/index.ts';
import { maskName } from '#shared/mask/name.ts';
import { customModelFacts, customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import {
  fileType,
  pictureKinds,
  thumbnailSizes,
  type PictureKind,
  type Size,
} from '#shared/pictures.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { pictureLists, type PictureList } from '#shared/views/templates.ts';
import type { FilePart } from '../../adapters/images/tile-file.ts';
import type { PictureFile } from '../../adapters/images/pyramids.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';
import type { Session } from '../session/session.ts';
import type { FurtherPhotos } from '../retouch/further-photos.ts';
import { keptAreaOf } from './kept-area.ts';

/** A file to send to a screen. */
export interface Media {
  /** Absolute path. */
  readonly file: string;
  /** MIME type. */
  readonly type: string;
  /** The part of the file to send; if absent, the complete file. */
  readonly part?: FilePart;
  /** Whether the address contains a hash of the content, so that browsers can cache the file forever. */
  readonly isForEver: boolean;
  /** The suggested file name for saving the file. */
  readonly saveAs?: string;
}

/** Finds a picture by a path of ledger ids, such as `photo/12/512`. */
export type FindMedia = (path: string, signal: AbortSignal) => Promise<Outcome<Media>>;

/** Path of a picture: kind, ledger id, and length of the long side in px. */
const whole = new RegExp(
  `^(${pictureKinds.join('|')})/([1-9]\\d{0,14})/(${thumbnailSizes.join('|')})$`,
);
/** Path of a tile of a picture: kind, ledger id, content, level, column and row. */
const piece = new RegExp(
  `^(${pictureKinds.join('|')})/([1-9]\\d{0,14})/tile/([0-9a-f]{16})/(\\d)/(0|[1-9]\\d{0,3})/(0|[1-9]\\d{0,3})$`,
);
/** Path of the delivered file of a result, which is sent unchanged. */
const delivered = /^file\/([1-9]\d{0,14})$/;
/** Path of a drawn mask, which is sent as a PNG of its photo's size. */
const drawn = /^mask-file\/([1-9]\d{0,14})$/;
/** Path of a preview of Finish. */
const finishPreview = /^finish\/([1-9]\d{0,14})$/;
/**
 * Path of a template's picture: agent, version, list and id; the picture is small unless the path ends in `/large`.
 */
const template = new RegExp(
  String.raw`^template/([A-Za-z]{1,40})/(v\d{1,3}\.\d{1,3})/(${pictureLists.join('|')})/(\d{1,15})(/large)?$`,
);
/** Path of a picture of a custom model or scene: number 0 is the cover, higher numbers are the photos. */
const ofCustomModel = new RegExp(
  String.raw`^own/(${customModelKinds.join('|')})/([1-9]\d{0,14})/([0-${customModelFacts.model.photos}])/(small|large)$`,
);
/** Length of the long side in px. */
const customModelPictureSizes: Readonly<Record<string, 160 | 512>> = { small: 160, large: 512 };

interface Picture extends PictureFile {
  /** Expected size in bytes; a file of another size is not used. */
  readonly bytes: number;
}

/** The sources in which pictures are looked up by id. */
interface Shelves {
  readonly studio: Studio;
  readonly further: FurtherPhotos;
}

/** Returns the files from which a picture can be made, the best first. */
const picturesOf: Readonly<
  Record<
    PictureKind,
    (shelves: Shelves, id: number, signal: AbortSignal) => Promise<readonly Picture[]>
  >
> = {
  photo: ({ studio }, id) => Promise.resolve(photoOf(studio, id)),
  result: ({ studio }, id) => Promise.resolve(resultOf(studio, id)),
  strip: ({ studio }, id) => Promise.resolve(stripOf(studio, id)),
  further: (shelves, id) => Promise.resolve(furtherOf(shelves, id)),
  async kept({ studio }, id, signal) {
    const kept = await keptAreaOf(studio, id, signal);
    return kept === null ? [] : [kept];
  },
  async mask({ studio: { ledger, maskPictures } }, id, signal) {
    const mask = ledger.masks.get(id);
    if (mask === undefined) return [];
    const made = await maskPictures.area(ledger.masks.documentOf(mask), signal);
    return made.ok ? [made.value] : [];
  },
};

/** Returns the size and the content hash of a picture, which a viewer needs before it requests tiles. */
export async function pictureGeometry(
  session: Session,
  { kind, id }: { readonly kind: PictureKind; readonly id: number },
  signal: AbortSignal,
): Promise<Outcome<Size & { readonly content: string }>> {
  const studio = session.studio();
  const pictures = await picturesOf[kind](shelvesOf(session, studio), id, signal);
  return firstOf(pictures, async (picture) => {
    const size = await studio.pyramids.size(picture, signal);
    return size.ok ? success({ ...size.value, content: contentOf(picture) }) : size;
  });
}

/**
 * Finds the picture that a screen requests: `photo/12/512` is the photo of job 12 with a long side of 512 px;
 * `result/9/160` is result 9; `photo/12/tile/<content>/0/3/4` is the tile in the fourth column and fifth row at full
 * size, for the content that `media.geometry` returned; `file/9` is the delivered file of result 9; `mask-file/4` is
 * mask 4 as a PNG; `template/aimodel/v1.0/locations/3` is a scene of the service; `own/model/7/0/large` is the cover of
 * custom model 7; `finish/5` is preview 5 of Finish. Problems: picture-unknown for every other path (F74) and for tiles
 * outside the picture, picture-gone, picture-changed, and those of making a thumbnail or tiles.
 */
export async function findMedia(
  session: Session,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const small = whole.exec(path);
  const tile = piece.exec(path);
  const file = delivered.exec(path);
  const mask = drawn.exec(path);
  const match = ofCustomModel.exec(path);
  const preview = finishPreview.exec(path);
  if (preview !== null) return previewOf(session, Number(preview[1]));
  if ((small ?? tile ?? file ?? mask ?? match) === null) return templateOf(session, path, signal);
  const ready = await session.ready();
  if (!ready.ok) return ready;
  if (match !== null) return customModelPicture(ready.value, match, signal);
  if (mask !== null) return maskFile(ready.value, Number(mask[1]), signal);
  if (file !== null) return deliveredFile(ready.value.ledger, Number(file[1]));
  return small === null
    ? tileOf(shelvesOf(session, ready.value), tile ?? [], signal)
    : thumbnailOf(shelvesOf(session, ready.value), small, signal);
}

function shelvesOf({ further }: Session, studio: Studio): Shelves {
  return { studio, further };
}

/**
 * Returns the delivered file as it is now, even if the user has edited it, because the screen must match the folder.
 */
async function deliveredFile(ledger: Ledger, resultId: number): Promise<Outcome<Media>> {
  const file = ledger.results.get(resultId)?.delivered?.file;
  const found = file === undefined ? null : await stat(file).catch(() => null);
  if (file === undefined || found?.isFile() !== true) return missing();
  return success({ file, type: fileType(file), isForEver: false, saveAs: basename(file) });
}

function previewOf({ finishPreviews }: Session, picture: number): Outcome<Media> {
  const file = finishPreviews.find(picture);
  return file === undefined ? missing() : success({ file, type: 'image/webp', isForEver: false });
}

/** Returns a mask as a file named after its photo, which is the name that other programs expect for a mask. */
async function maskFile(
  { ledger, maskPictures }: Studio,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const mask = ledger.masks.get(id);
  if (mask === undefined) return missing();
  const document = ledger.masks.documentOf(mask);
  const made = await maskPictures.png(document, maskName(mask), signal);
  if (!made.ok) return made;
  const saveAs = `${parse(mask.photoName).name}_mask.png`;
  return success({ file: made.value, type: 'image/png', isForEver: false, saveAs });
}

async function customModelPicture(
  { customModels }: Studio,
  [, kind, id, place, size = 'small']: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const px = customModelPictureSizes[size] ?? 160;
  const made = await customModels.picture(
    kind as CustomModelKind,
    Number(id),
    Number(place),
    px,
    signal,
  );
  return made.ok ? success({ file: made.value, type: 'image/jpeg', isForEver: false }) : made;
}

async function templateOf(
  session: Session,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const [, name = '', version, list, id, large] = template.exec(path) ?? [];
  const agent = findAgent(name, version);
  if (!agent.ok) return failure('picture-unknown');
  const ready = await session.ready();
  if (!ready.ok) return ready;
  const { templates } = ready.value;
  const size = large === undefined ? 'small' : 'large';
  const made = await templates.picture(agent.value, list as PictureList, Number(id), size, signal);
  return made.ok ? success({ file: made.value, type: 'image/jpeg', isForEver: false }) : made;
}

async function thumbnailOf(
  shelves: Shelves,
  [, kind, id, size]: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const pictures = await picturesOf[kind as PictureKind](shelves, Number(id), signal);
  return firstOf(pictures, async (picture) => {
    const { thumbnails } = shelves.studio;
    const made = await thumbnails.get({ ...picture, size: Number(size) }, signal);
    if (!made.ok) return made;
    return success({ file: made.value, type: 'image/jpeg', isForEver: false });
  });
}

async function tileOf(
  shelves: Shelves,
  [, kind, id, content, ...numbers]: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const [level = 0, x = 0, y = 0] = numbers.map(Number);
  const pictures = await picturesOf[kind as PictureKind](shelves, Number(id), signal);
  const meant = pictures.filter((picture) => contentOf(picture) === content);
  return firstOf(meant, async (picture) => {
    const found = await shelves.studio.pyramids.tile(picture, { level, x, y }, signal);
    if (!found.ok) return found;
    const { file, ...part } = found.value;
    return success({ file, type: 'image/jpeg', part, isForEver: true });
  });
}

/**
 * Calls `have` with the first of these files that exists and has the expected size. If `have` fails, tries the next
 * file.
 */
async function firstOf<T>(
  pictures: readonly Picture[],
  have: (picture: Picture) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let problem: Outcome<T> = missing();
  for (const picture of pictures) {
    const found = await stat(picture.source).catch(() => null);
    if (found === null) continue;
    const had =
      found.isFile() && found.size === picture.bytes ? await have(picture) : changed(picture);
    if (had.ok) return had;
    problem = had;
  }
  return problem;
}

/** Returns the original photo, and the copy that was made for the service if there is one. */
function photoOf({ ledger }: Studio, jobId: number): readonly Picture[] {
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return [];
  const { photoSha256, source, inputs } = job.value;
  const original = inputs?.original ?? null;
  const bytes = photoSha256 === null ? undefined : ledger.photos.bytesOf(photoSha256);
  return [
    ...(photoSha256 === null || bytes === undefined
      ? []
      : [{ source, sha256: photoSha256, bytes }]),
    ...(original === null
      ? []
      : [{ source: original.file, sha256: original.sha256, bytes: original.bytes }]),
  ];
}

function resultOf({ ledger }: Studio, resultId: number): readonly Picture[] {
  const delivered = ledger.results.get(resultId)?.delivered ?? null;
  if (delivered === null) return [];
  const { file, bytes, sha256 } = delivered;
  // Writing a rating or pick into the file changes no pixel, so cached thumbnails stay valid.
  return [{ source: file, sha256: ledger.writtenMarks.pixelsOf(resultId) ?? sha256, bytes }];
}

function stripOf({ ledger }: Studio, id: number): readonly Picture[] {
  const photo = ledger.filmstrip.get(id);
  return photo === undefined ? [] : [photo];
}

function furtherOf({ further }: Shelves, id: number): readonly Picture[] {
  const file = further.find(id);
  return file === undefined ? [] : [file];
}

function contentOf({ sha256 }: PictureFile): string {
  return sha256.slice(0, 16);
}

function missing(): Outcome<never> {
  return failure('picture-gone');
}

function changed({ source }: PictureFile): Outcome<never> {
  const about = basename(source);
  return failure('picture-changed', { name: about }, { about });
}
