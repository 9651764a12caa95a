import { extname } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelContext } from './context.ts';
import { advanced, reportOf, type CreationReport } from './report.ts';

/** Problems that may not occur in another attempt: of the disk, of a network volume, of a process that stopped. */
const passing = new Set<Problem['code']>([
  'aborted',
  'photo-timeout',
  'image-process-crashed',
  'disk-full',
  'disk-failing',
  'folder-missing',
  'folder-unwritable',
  'folder-unreachable',
]);

/**
 * Uploads one photo of a creation and commits the resulting address; does nothing if the photo
 * already has one. May be repeated, because an upload costs nothing.
 * @param onSent called with the fraction sent so far, from 0 to 1
 */
export async function uploadPhoto(
  context: CustomModelContext,
  creation: CreationRow,
  at: number,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<CreationReport> {
  const photo = creation.photos[at];
  if (photo === undefined) return advanced;
  if (isWebAddress(photo.path)) {
    context.ledger.creations.uploaded(creation.id, at, photo.path);
    return advanced;
  }
  const copy = await context.copies.copyOf(creation.kind, photo, signal);
  if (!copy.ok) {
    const { problem } = copy;
    return { kind: passing.has(problem.code) ? 'waits' : 'stopped', problem };
  }
  const { file, type } = copy.value;
  const answer = await context.service.uploadImage(
    { path: file, name: `photo${extname(file)}`, type },
    { signal, onSent: (bytes, total) => onSent(total === 0 ? 0 : bytes / total) },
  );
  if (!answer.ok) return reportOf(answer.failure);
  context.ledger.creations.uploaded(creation.id, at, answer.value.image);
  return advanced;
}
