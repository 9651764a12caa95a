import type { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import { openExiftool } from '../../../base/exiftool/open.ts';
import { startThread } from '../../../base/exiftool/thread.ts';

/** The picture a camera put beside its raw data. */
export interface RawPreview {
  readonly jpeg: Buffer;
  /** ExifTool's name of it. */
  readonly tag: string;
  /** EXIF orientation of the RAW, which its preview shares and seldom says. */
  readonly orientation: number;
  /** True when the camera was set to Adobe RGB. */
  readonly isAdobeRgb: boolean;
  /** px of the raw image itself, 0 when not known. */
  readonly rawWidth: number;
  readonly rawHeight: number;
}

const previewTags = ['JpgFromRaw', 'PreviewImage', 'OtherImage'];
/** ms for one question to ExifTool. */
const answerWithin = 20_000;
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** The previews inside camera RAWs, by one ExifTool that is started for the first of them. */
export class RawPreviews {
  #tool: Promise<ExifTool> | null = null;

  /**
   * Returns the largest JPEG inside a camera RAW, or null when there is none.
   *
   * @throws what ExifTool throws when it cannot run
   */
  async extract(path: string): Promise<RawPreview | null> {
    const tool = await this.#open();
    const wanted = [...previewTags, 'Orientation#', 'InteropIndex', 'ImageWidth', 'ImageHeight'];
    const tags = (await tool.readRaw(path, {
      readArgs: ['-fast', ...wanted.map((tag) => `-${tag}`)],
    })) as Readonly<Record<string, unknown>>;
    const bySize = previewTags
      .map((tag) => ({ tag, bytes: binaryLength(tags[tag]) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes);
    for (const { tag } of bySize) {
      const jpeg = await tool.extractBinaryTagToBuffer(tag, path);
      if (!jpeg.subarray(0, 3).equals(jpegStart) || !(await isReadable(jpeg))) continue;
      const orientation = Number(tags['Orientation']);
      return {
        jpeg,
        tag,
        orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
        isAdobeRgb: String(tags['InteropIndex']).startsWith('R03'),
        rawWidth: Number(tags['ImageWidth']) || 0,
        rawHeight: Number(tags['ImageHeight']) || 0,
      };
    }
    return null;
  }

  /** Ends ExifTool, where it was started. */
  async close(): Promise<void> {
    const tool = await this.#tool?.catch(() => null);
    this.#tool = null;
    await tool?.end();
  }

  /** Starts ExifTool, again where it did not start before. */
  #open(): Promise<ExifTool> {
    this.#tool ??= openExiftool({
      args: [],
      longestTask: answerWithin,
      withoutPerl: startThread,
    }).catch((error: unknown) => {
      this.#tool = null;
      throw error;
    });
    return this.#tool;
  }
}

/** ExifTool describes binary values as "(Binary data 123 bytes, use -b option to extract)". */
function binaryLength(value: unknown): number {
  const text =
    typeof value === 'string'
      ? value
      : String((value as { rawValue?: unknown } | undefined)?.rawValue);
  return Number(/Binary data (\d+) bytes/.exec(text)?.[1] ?? 0);
}

async function isReadable(jpeg: Buffer): Promise<boolean> {
  return sharp(jpeg)
    .metadata()
    .then(
      () => true,
      () => false,
    );
}
