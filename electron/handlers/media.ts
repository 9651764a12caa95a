import { stat } from 'node:fs/promises';
import { failure, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../ledger/open.ts';
import type { Desk } from './desk.ts';

/** A file for a screen. */
export interface Media {
  /** Absolute path. */
  readonly file: string;
  /** MIME type. */
  readonly type: string;
}

/** A picture by its ledger id, and the long side it is wanted with in px; never by a path. */
const wanted = /^(photo|result)\/([1-9]\d{0,14})\/(160|512|2560)$/;

interface Picture {
  readonly source: string;
  readonly sha256: string;
  /** What the file must have to be the one that is meant. */
  readonly bytes: number;
}

/**
 * The picture that a screen asks for: `photo/12/512` is the photo of job 12, `result/9/160` the result
 * 9. Problems: request-unknown for every other path (F74), job-not-found, file-missing, file-changed,
 * and those of making a thumbnail.
 */
export async function findMedia(
  desk: Desk,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<Media>> {
  const match = wanted.exec(path);
  if (match === null) return failure('request-unknown', 'There is no such picture.');
  const [, kind, id, size] = match;
  const ready = await desk.ready();
  if (!ready.ok) return ready;
  const { ledger, thumbnails } = ready.value;
  const pictures = kind === 'photo' ? photoOf(ledger, Number(id)) : resultOf(ledger, Number(id));
  let problem = failure('file-missing', 'This picture is not on this computer any more.');
  for (const { source, sha256, bytes } of pictures) {
    const found = await stat(source).catch(() => null);
    if (found === null) continue;
    if (!found.isFile() || found.size !== bytes) {
      problem = failure('file-changed', 'The file is another one than it was.');
      continue;
    }
    const made = await thumbnails.get({ source, sha256, size: Number(size) }, signal);
    if (made.ok) return { ok: true, value: { file: made.value, type: 'image/jpeg' } };
    problem = made;
  }
  return problem;
}

/** The photo where it lies; else the copy that was made for the service, while that is there. */
function photoOf(ledger: Ledger, jobId: number): readonly Picture[] {
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

function resultOf(ledger: Ledger, resultId: number): readonly Picture[] {
  const delivered = ledger.results.get(resultId)?.delivered ?? null;
  if (delivered === null) return [];
  return [{ source: delivered.file, sha256: delivered.sha256, bytes: delivered.bytes }];
}
