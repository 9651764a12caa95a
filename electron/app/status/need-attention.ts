import { needPerson, type StateCounts } from '#shared/job.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unansweredElsewhere } from '../shared-studio/held-elsewhere.ts';

/**
 * Returns how many things need attention: failed and held jobs, photos of large drops, refused files, and what needs
 * attention at other stations of the shared studio. Everything that shows a number for all hot folders uses this
 * function.
 */
export function needAttention(ledger: Ledger, counts: StateCounts): number {
  const { single, dropped } = unansweredElsewhere(ledger);
  return needPerson(counts, ledger.figures.unanswered() + single + dropped);
}
