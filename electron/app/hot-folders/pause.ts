import { success, type Outcome } from '#shared/problem.ts';
import type { Studio } from '../../studio.ts';
import { findSaved } from './find.ts';

type Parts = Pick<Studio, 'ledger' | 'hotFolders' | 'wake'>;

/** Stops admitting and buying photos for a hot folder until it is resumed. Problem: folder-unknown. */
export function pauseHotFolder(studio: Parts, id: number): Outcome<void> {
  return arm(studio, id, false);
}

/** Resumes a hot folder. Problem: folder-unknown. */
export function resumeHotFolder(studio: Parts, id: number): Outcome<void> {
  return arm(studio, id, true);
}

function arm({ ledger, hotFolders, wake }: Parts, id: number, armed: boolean): Outcome<void> {
  const folder = findSaved(ledger, id);
  if (!folder.ok) return folder;
  ledger.hotFolders.arm(id, armed);
  hotFolders.refresh(id);
  wake();
  return success();
}
