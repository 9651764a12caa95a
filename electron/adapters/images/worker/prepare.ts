import { createHash } from 'node:crypto';
import type { PreparedCopy } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { photoSize } from '#shared/upload-size.ts';
import type { PrepareRequest } from '../protocol.ts';
import { srgbProfile } from '../../../base/srgb-profile.ts';
import { rewriteContainer } from './container.ts';
import type { Container, EmbeddedData } from './embedded-data.ts';
import { encodeCopy } from './encode.ts';
import { uprightExif } from './exif.ts';
import { readWhole, writeWhole } from './file.ts';
import { canvasFor, copyLimits, sizeText } from './geometry.ts';
import type { CopyLimits, Size } from './geometry.ts';
import { decode, resized } from './pixels.ts';
import type { Pixels } from './pixels.ts';
import { openSource } from './source.ts';
import type { Source } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

const types: Readonly<Record<Container, { extension: string; type: string }>> = {
  jpeg: { extension: 'jpg', type: 'image/jpeg' },
  png: { extension: 'png', type: 'image/png' },
  webp: { extension: 'webp', type: 'image/webp' },
};

const names = { jpeg: 'JPEG', webp: 'WebP' };

/**
 * Creates the copy that is sent to the service (interface: "Limits"). The coded pixels of a photo that already fits
 * are copied unchanged; any other photo is decoded once and encoded at most twice. `changes` lists what
 * was done; nothing is ever enlarged.
 */
export async function prepare(
  raws: RawPreviews,
  request: PrepareRequest,
): Promise<Outcome<PreparedCopy>> {
  const opened = await openSource(raws, request.source);
  if (!opened.ok) return opened;
  const source = opened.value;
  const limits = copyLimits(request.purpose);
  const wanted = photoSize(source.probe, request.longSide);
  const canvas = canvasFor(source.name, wanted, limits, request.pad !== null);
  if (!canvas.ok) return canvas;
  // even for a photo that is copied unchanged, because damage must be found before the photo is paid for
  const decoded = await decode(source);
  if (!decoded.ok) return decoded;
  const pixels = await resized(decoded.value, wanted);

  const copy =
    (await reuseCodedPixels(source, request, limits, canvas.value)) ??
    (await encodeAgain(source, pixels, request, limits, canvas.value));
  if (copy === null) {
    return failure(
      'photo-too-heavy',
      { name: source.name, megabytes: limits.bytes / 1_000_000 },
      { about: source.name },
    );
  }
  const { extension, type } = types[copy.container];
  const file = `${request.target}.${extension}`;
  const written = await writeWhole(file, copy.bytes);
  if (!written.ok) return written;
  return success({
    file,
    sha256: createHash('sha256').update(copy.bytes).digest('hex'),
    bytes: copy.bytes.length,
    width: copy.size.width,
    height: copy.size.height,
    type,
    changes: copy.changes,
  });
}

interface Copy {
  readonly bytes: Buffer;
  readonly container: Container;
  readonly size: Size;
  readonly changes: readonly string[];
}

/** Copies the coded pixels unchanged into a new container; returns null if they must change. */
async function reuseCodedPixels(
  source: Source,
  request: PrepareRequest,
  limits: CopyLimits,
  canvas: Size,
): Promise<Copy | null> {
  const { probe, container, input } = source;
  const fits =
    container !== null &&
    source.isSrgb &&
    probe.orientation === 1 &&
    probe.bitsPerSample <= 8 &&
    !source.hasSeveralPages &&
    canvas.width === probe.width &&
    canvas.height === probe.height;
  if (!fits) return null;
  const stored = typeof input === 'string' ? await readWhole(input) : input;
  const metadata = request.gps === 'remove' ? 'drop' : 'keep';
  const bytes = await rewriteContainer(stored, container, { icc: srgbProfile, metadata });
  if (bytes === null || bytes.length > limits.bytes) return null;
  const changes = [...source.notes];
  if (probe.profile === null) changes.push('labelled as sRGB');
  if (metadata === 'drop' && bytes.length < stored.length) changes.push('metadata removed');
  return {
    bytes,
    container,
    size: canvas,
    changes: changes.length === 0 ? ['unchanged'] : [...changes, 'pixels unchanged'],
  };
}

async function encodeAgain(
  source: Source,
  pixels: Pixels,
  request: PrepareRequest,
  limits: CopyLimits,
  canvas: Size,
): Promise<Copy | null> {
  const wanted: EmbeddedData = {
    icc: srgbProfile,
    metadata: 'drop',
    ...(request.gps === 'keep' && source.exif !== null
      ? { exif: await uprightExif(source.exif) }
      : {}),
  };
  const room = 4_096 + wanted.icc.length + (wanted.exif?.length ?? 0);
  const padding =
    canvas.width === pixels.width && canvas.height === pixels.height ? null : request.pad;
  const encoded = await encodeCopy(
    pixels,
    { canvas, padding, isLossless: source.isLossless },
    { ...limits, bytes: limits.bytes - room },
  );
  if (encoded === null) return null;
  const { plan } = encoded;
  const bytes = await rewriteContainer(encoded.data, plan.kind, wanted);
  if (bytes === null) throw new Error(`sharp wrote a ${plan.kind} that is not well formed`);
  return {
    bytes,
    container: plan.kind,
    size: plan.size,
    changes: [
      ...source.notes,
      ...pixelChanges(source),
      ...(padding === null ? [] : [`padded to ${sizeText(canvas)} with ${padding}`]),
      ...(pixels.width === source.probe.width
        ? []
        : [`scaled from ${sizeText(source.probe)} to ${sizeText(pixels)}`]),
      ...(plan.size.width === canvas.width
        ? []
        : [`scaled from ${sizeText(canvas)} to ${sizeText(plan.size)}`]),
      plan.kind === 'png'
        ? 'saved as PNG'
        : `saved as ${names[plan.kind]}, quality ${plan.quality}`,
      ...(request.gps === 'remove' && source.hasMetadata ? ['metadata removed'] : []),
    ],
  };
}

function pixelChanges({ probe, isSrgb }: Source): string[] {
  const changes: string[] = [];
  if (probe.orientation !== 1) changes.push('turned upright');
  if (probe.bitsPerSample > 8) changes.push(`from ${probe.bitsPerSample} to 8 bits`);
  if (!isSrgb) {
    const from = probe.profile ?? { cmyk: 'CMYK', grey: 'grey' }[probe.space];
    if (from !== undefined) changes.push(`from ${from} to sRGB`);
  }
  return changes;
}
