import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { LargeDrop } from '#shared/views/folders.ts';
import {
  folderUnknown,
  largeDropOf,
  type LargeDropAnswer,
} from '../../engine/intake/large-drops.ts';
import type { WorkExchange } from '../../engine/station/work/exchange.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';

/**
 * The ledger and, in a running studio, `hotFolders`, which admits the photos immediately, and `exchange`, which knows the
 * station that watches a shared hot folder.
 */
interface Parts {
  readonly ledger: Ledger;
  readonly hotFolders?: Pick<Studio['hotFolders'], 'takeGranted'>;
  readonly exchange?: Pick<WorkExchange, 'mayWatch' | 'watcherOf'> | null;
}

/**
 * Saves the answer to the question about a large drop: for the photos that the question showed, up to the one marked
 * `last`, or for all that wait if `last` is null. Returns the question before the answer. Problems: folder-unknown; drop-elsewhere if this station does not watch the folder, because the station that
 * watches it asks its own question and admits the photos.
 */
export function answerDrop(
  { ledger, hotFolders, exchange = null }: Parts,
  id: number,
  { answer, last }: { readonly answer: LargeDropAnswer; readonly last: number | null },
): Outcome<LargeDrop> {
  const folder = ledger.hotFolders.all().find((one) => one.id === id);
  if (folder === undefined) return folderUnknown();
  if (exchange?.mayWatch(id) === false) {
    const station = exchange.watcherOf(id);
    return station === null
      ? failure('drop-elsewhere.unknown')
      : failure('drop-elsewhere', { station }, { about: station });
  }
  const drop = largeDropOf(ledger, folder);
  ledger.largeDrops.answer(id, answer, last);
  hotFolders?.takeGranted(id);
  return success(drop);
}
