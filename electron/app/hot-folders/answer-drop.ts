import { success, type Outcome } from '#shared/problem.ts';
import type { LargeDrop } from '#shared/views/folders.ts';
import {
  folderUnknown,
  largeDropOf,
  type LargeDropAnswer,
} from '../../engine/intake/large-drops.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/** The ledger and, in a running studio, `hotFolders`, which admits the photos immediately. */
interface Parts {
  readonly ledger: Ledger;
  readonly hotFolders?: Pick<Studio['hotFolders'], 'takeGranted'>;
}

/**
 * Saves the answer to the question about a large drop; returns the number of photos and images that the answer applies
 * to. Problem: folder-unknown.
 */
export function answerDrop(
  { ledger, hotFolders }: Parts,
  id: number,
  answer: LargeDropAnswer,
): Outcome<LargeDrop> {
  const folder = ledger.hotFolders.all().find((one) => one.id === id);
  if (folder === undefined) return folderUnknown();
  const drop = largeDropOf(ledger, folder);
  ledger.largeDrops.answer(id, answer);
  hotFolders?.takeGranted(id);
  return success(drop);
}
