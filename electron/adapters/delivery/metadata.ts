import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { plainText } from '#shared/plain-text.ts';
import { failure } from '#shared/failure.ts';
import { causeText, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { PhotoFacts } from '#shared/views/retouch.ts';
import type { Clock } from '#electron/base/clock.ts';
import { errorCode, sha256File } from '#electron/base/files.ts';
import { largestPhoto, openRegular } from '#electron/base/regular-file.ts';
import { startExiftool } from './exiftool.ts';
import type { ExiftoolParts, Tool } from './exiftool.ts';
import { readPhotoFacts } from './photo-facts.ts';
import { isPlainPng } from './plain-png.ts';
import { completePsd, dpiOf, resolutionArgs } from './resolution.ts';
import { USUAL } from './stated-resolution.ts';
import { writeRating, type RatingRequest } from './rating.ts';
import type { DeliveryContext } from './types.ts';

/** IPTC's term for a photograph in which a trained model has generated parts. */
export const digitalSourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

export interface MarkRequest {
  /** The result as the service delivered it; the file is only read. */
  readonly from: string;
  /** Absolute path of the file to write, which must not exist. */
  readonly to: string;
  readonly context: DeliveryContext;
}

export interface Marker {
  /**
   * Writes a copy of a result with the photo's EXIF, IPTC and XMP, the IPTC Digital Source Type and the
   * fields that trace its origin. The copy states the photo's resolution, or 300 dpi. Pixels and the
   * result's own ICC profile stay identical; a result without a colour space is declared sRGB. A photo
   * that can no longer be read contributes no metadata.
   */
  mark(request: MarkRequest): Promise<Outcome<void>>;
  /** Writes a copy with the user's rating and pick, see rating.ts. Problems: metadata-failed. */
  rate(request: RatingRequest): Promise<Outcome<void>>;
  /** Checks whether ExifTool can be started. Problems: metadata-tool-missing. */
  canMark(): Promise<Outcome<void>>;
  /** Reads how a photo was taken; `photo` is an absolute path. Problem: facts-unreadable. */
  factsOf(photo: string): Promise<Outcome<PhotoFacts>>;
  /**
   * Returns the resolution to state in a result, in whole dpi: that of the photo, or 300 if it is unknown
   * because the photo is an address, was replaced or is missing, or because ExifTool does not start or
   * answer in time.
   */
  dpiFor(context: DeliveryContext): Promise<number>;
  close(): Promise<void>;
}

/**
 * Creates a `Marker`, which writes metadata. `startHelper` starts ExifTool's process if the system
 * has no Perl.
 */
export function createMarker(parts: ExiftoolParts): Marker {
  let starting: Promise<Tool> | null = null;
  const start = (): Promise<Tool> => {
    starting ??= startExiftool(parts).catch((error: unknown) => {
      // the user may install Perl while Darkslide runs, so the next file tries to start ExifTool
      // again
      starting = null;
      throw error;
    });
    return starting;
  };
  return {
    async mark(request) {
      try {
        await markWith(await start(), request);
        return success();
      } catch (error) {
        return failure('metadata-failed', {}, { detail: causeText(error) });
      }
    },
    async rate(request) {
      try {
        await writeRating(await start(), request);
        return success();
      } catch (error) {
        return failure('metadata-failed.marks', {}, { detail: causeText(error) });
      }
    },
    async canMark() {
      try {
        await start();
        return success();
      } catch (error) {
        return failure('metadata-tool-missing', {}, { detail: causeText(error) });
      }
    },
    factsOf: (photo) => readPhotoFacts(start, photo),
    dpiFor: (context) => readDpi(parts.clock, start, context).catch(() => USUAL),
    async close() {
      const tool = await starting?.catch(() => null);
      starting = null;
      await tool?.close();
    },
  };
}

/** Time limit in ms for reading a photo's resolution with ExifTool; limited, because the delivery waits for it. */
const READ_TIMEOUT = 30_000;

async function readDpi(
  clock: Clock,
  start: () => Promise<Tool>,
  context: DeliveryContext,
): Promise<number> {
  const lender = context.metadataFrom ?? context.photoPath;
  if (lender === null || !(await mayCopyFrom(lender, context))) return USUAL;
  const done = new AbortController();
  const late = clock.sleep(READ_TIMEOUT, done.signal).then(() => USUAL);
  try {
    return await Promise.race([late, dpiOf(start, lender)]);
  } finally {
    done.abort();
  }
}

async function markWith(tool: Tool, { from, to, context }: MarkRequest): Promise<void> {
  const source = await tool.safe(from, 'file');
  const folder = await tool.safe(dirname(to), 'folder');
  const lender = context.metadataFrom ?? context.photoPath;
  const photo =
    lender !== null && (await mayCopyFrom(lender, context))
      ? await tool.safe(lender, 'file').catch(() => null)
      : null;
  const target = join(folder, basename(to));
  const tags = ownTags(context);
  const result = await resultTags(tool, source);
  const own = [
    ...resultArgs(tool, result),
    // removes the location from the result, and does not copy the photo's location
    ...(context.metadata === 'without-place' ? places.map((tag) => `-${tag}=`) : []),
  ];
  try {
    const lent = photo === null ? [] : await photoArgs(tool, photo);
    const asked = photo === null ? undefined : dpiOf(() => Promise.resolve(tool), photo);
    const dpi = await asked?.catch(() => undefined);
    const args = [...lent, ...own, ...resolutionArgs(result['FileType'], dpi)];
    await tool.write({ from: source, to: target, tags, args });
    await completePsd(to, dpi);
  } catch (error) {
    if (photo === null) throw error;
    // A photo with broken metadata must not hold up its results.
    await rm(target, { force: true });
    const args = [...own, ...resolutionArgs(result['FileType'])];
    await tool.write({ from: source, to: target, tags, args });
    await completePsd(to);
  } finally {
    await tool.forget([source, folder, ...(photo === null ? [] : [photo])]);
  }
}

/**
 * Checks whether metadata may be copied from a file. A photo must still have the content that was
 * admitted. A delivered image must be a regular file, because ExifTool would wait forever on a
 * FIFO.
 */
async function mayCopyFrom(
  lender: string,
  { metadataFrom, photoSha256 }: DeliveryContext,
): Promise<boolean> {
  try {
    if (metadataFrom === undefined) return (await sha256File(lender)) === photoSha256;
    await (await openRegular(lender, { most: largestPhoto })).close();
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function ownTags(context: DeliveryContext): Record<string, string> {
  const traced = {
    Recipe: context.recipe,
    Agent: context.agent,
    AgentVersion: context.version,
    TaskId: context.taskId,
    ExecutionId: context.executionId,
    SourceSha256: context.photoSha256 ?? '',
  };
  const tags: Record<string, string> = {
    'XMP-iptcExt:DigitalSourceType': digitalSourceType,
    'XMP-xmp:CreatorTool': 'Darkslide',
  };
  for (const [field, text] of Object.entries(traced)) {
    // ExifTool reads its commands line by line
    const plain = plainText(text);
    if (plain !== '') tags[`XMP-darkslide:${field}`] = plain;
  }
  return tags;
}

/** Groups of tags that the photographer, the camera or the agency has written. */
const carried = ['EXIF:all', 'MakerNotes', 'IPTC:all', 'IPTC:CodedCharacterSet', 'XMP:all'];

/**
 * IPTC fields as the equivalent XMP, because WebP cannot store IPTC, and few programs look for it
 * in a PNG. The photo's own XMP comes later and takes precedence.
 */
const iptcAsXmp = [
  ...words('XMP-photoshop:Headline<IPTC:Headline XMP-dc:Description<IPTC:Caption-Abstract'),
  ...words('XMP-dc:Title<IPTC:ObjectName XMP-dc:Subject<IPTC:Keywords'),
  ...words('XMP-dc:Creator<IPTC:By-line XMP-dc:Rights<IPTC:CopyrightNotice'),
  ...words('XMP-photoshop:Credit<IPTC:Credit XMP-photoshop:Source<IPTC:Source'),
  ...words('XMP-photoshop:City<IPTC:City XMP-photoshop:Instructions<IPTC:SpecialInstructions'),
  ...words('XMP-photoshop:Country<IPTC:Country-PrimaryLocationName'),
];

/** Tags about the photo's own pixels or raw development. These tags would be wrong for the result. */
const left = [
  ...words('Orientation ColorSpace InteropIFD:all IFD1:all SubIFD:all ICC_Profile:all'),
  ...words('ThumbnailImage PreviewImage JpgFromRaw PhotoshopThumbnail'),
  ...words('ImageWidth ImageHeight ExifImageWidth ExifImageHeight BitsPerSample SamplesPerPixel'),
  ...words('PhotometricInterpretation Compression PlanarConfiguration YCbCrPositioning'),
  ...words('YCbCrSubSampling ComponentsConfiguration CompressedBitsPerPixel'),
  ...words('TransferFunction WhitePoint PrimaryChromaticities Gamma'),
  ...words('XMP-photoshop:ICCProfile XMP-photoshop:ColorMode XMP-xmpGImg:all XMP-xmp:Thumbnails'),
  // Otherwise Lightroom would develop the result a second time.
  ...words('XMP-crs:all XMP-crd:all'),
  // Depth maps, gain maps and videos that a phone appends to its picture.
  ...words('XMP-hdrgm:all XMP-GCamera:all XMP-GContainer:all XMP-GDepth:all XMP-GImage:all'),
  // Ids that identify another file.
  ...words('XMP-xmpMM:DocumentID XMP-xmpMM:InstanceID'),
  ...words('XMP-iptcExt:DigitalSourceType XMP-xmp:CreatorTool XMP-darkslide:all'),
];

async function photoArgs(tool: Tool, photo: string): Promise<string[]> {
  const type = await tool.read(photo, ['FileType']).then(
    (tags) => tags['FileType'],
    () => undefined,
  );
  if (type === undefined) return [];
  return [
    '-TagsFromFile',
    photo,
    ...iptcAsXmp.map((copy) => `-${copy}`),
    ...carried.map((tag) => `-${tag}`),
    ...left.map((tag) => `--${tag}`),
  ];
}

/**
 * Tags with coordinates or with the exact place. The places created and shown lose their own city and country, too;
 * the city, state and country of the caption are separate tags and stay.
 */
const places = [
  ...words('GPS:all XMP:GPS* XMP-iptcExt:LocationCreated* XMP-iptcExt:LocationShown*'),
  ...words('IPTC:Sub-location XMP-iptcCore:Location'),
];

/** Tags in which a file states its colour space. */
const colourTags = [
  ...words('ICC_Profile:ColorSpaceData EXIF:ColorSpace InteropIFD:InteropIndex'),
  ...words('PNG:Gamma PNG:SRGBRendering PNG:ColorPrimaries PNG:WhitePointX'),
];

/** Reads the tags of the result itself that `resultArgs` needs. */
function resultTags(tool: Tool, source: string): Promise<ResultTags> {
  return tool.read(source, [
    ...colourTags,
    ...words('FileType File:ColorComponents PNG:ColorType Warning'),
  ]);
}

/** Returns the arguments that depend on the result itself. */
function resultArgs(tool: Tool, tags: ResultTags): string[] {
  return [...(isSilentRgb(tags) ? srgbArgs(tool) : []), ...(isPlainPng(tags) ? ['-fast'] : [])];
}

type ResultTags = Readonly<Record<string, unknown>>;

/**
 * Checks whether a result is RGB without stating a colour space; grey and CMYK files are left
 * unchanged.
 */
function isSilentRgb(tags: ResultTags): boolean {
  const asked = new Set(colourTags.map((tag) => tag.split(':')[1] ?? tag));
  if (Object.keys(tags).some((tag) => asked.has(tag))) return false;
  const { FileType: type, ColorComponents: components, ColorType: png } = tags;
  if (type === 'JPEG') return components === 3;
  if (type === 'PNG') return /rgb|palette/iu.test(String(png));
  return /webp/iu.test(String(type));
}

function srgbArgs(tool: Tool): string[] {
  return ['-ExifIFD:ColorSpace#=1', `-ICC_Profile<=${tool.srgb}`];
}

function words(text: string): string[] {
  return text.split(' ');
}
