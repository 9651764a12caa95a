import { success, type Outcome } from '#shared/problem.ts';
import {
  folderUnknown,
  largeDropOf,
  type LargeDropAnswer,
  type LargeDrop,
} from '../../engine/intake/large-drops.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/** `hotFolders` where a studio watches them: it takes the photos in at once. */
interface Parts {
  readonly ledger: Ledger;
  readonly hotFolders?: Pick<Studio['hotFolders'], 'takeGranted'>;
}

/** Writes down the answer to the question about a large drop; what it was for. Problem: folder-unknown. */
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
