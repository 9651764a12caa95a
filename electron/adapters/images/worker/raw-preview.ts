import type { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import { openExiftool } from '../../../base/exiftool/open.ts';
import { startThread } from '../../../base/exiftool/thread.ts';

/** The preview that a camera stored next to its raw data. */
export interface RawPreview {
  readonly jpeg: Buffer;
  /** ExifTool's name for the preview. */
  readonly tag: string;
  /** EXIF orientation of the RAW. It also applies to the preview, which seldom states its own. */
  readonly orientation: number;
  /** Whether the camera was set to Adobe RGB. */
  readonly isAdobeRgb: boolean;
  /** Width of the raw image itself in px; 0 if unknown. */
  readonly rawWidth: number;
  readonly rawHeight: number;
}

const previewTags = ['JpgFromRaw', 'PreviewImage', 'OtherImage'];
/** Deadline in ms for one ExifTool command. */
const answerWithin = 20_000;
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Reads the previews inside camera RAWs. All RAWs share one ExifTool process, which starts with the
 * first RAW.
 */
export class RawPreviews {
  #tool: Promise<ExifTool> | null = null;

  /**
   * Returns the largest JPEG inside a camera RAW, or null.
   *
   * @throws ExifTool's error if it cannot run
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

  /** Ends ExifTool if it was started. */
  async close(): Promise<void> {
    const tool = await this.#tool?.catch(() => null);
    this.#tool = null;
    await tool?.end();
  }

  /** Starts ExifTool, or tries again if the last start failed. */
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

/**
 * Returns the length of a binary value, which ExifTool describes as "(Binary data 123 bytes, use -b option to
 * extract)".
 */
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
