import type { Added } from '#shared/views/retouch.ts';
import type { Outcome } from '#shared/problem.ts';
import { sendPhoto } from '../../connection/photos.ts';
import { say, warn } from '../../state/notices.svelte.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Paths of one command; the contract takes twice as many. */
const AT_ONCE = 1000;
/** Reasons that are told; the others are like them. */
const MOST_REASONS = 3;

/** Photos on their way to the filmstrip. */
export interface Adding {
  /** Files that are still to be looked at; 0 while nothing is added. */
  readonly left: number;
  /** Files and folders by their paths. */
  paths(paths: readonly string[]): Promise<void>;
  /** Files by their content, from a page that is not told where they lie. */
  files(files: readonly File[]): Promise<void>;
}

/** `onAdded` is told the first photo that came in. */
export function addingTo(studio: Studio, onAdded: (id: number) => void): Adding {
  let left = $state(0);

  async function each<T>(
    portions: readonly (readonly T[])[],
    bring: (portion: readonly T[]) => Promise<Outcome<Added>>,
  ): Promise<void> {
    const ids = new Set<number>();
    const reasons: string[] = [];
    let refusals = 0;
    for (const portion of portions) left += portion.length;
    for (const portion of portions) {
      const answer = await bring(portion);
      left -= portion.length;
      if (!answer.ok) {
        refusals += portion.length;
        reasons.push(problemText(answer.problem));
        continue;
      }
      if (ids.size === 0 && answer.value.ids[0] !== undefined) onAdded(answer.value.ids[0]);
      for (const id of answer.value.ids) ids.add(id);
      refusals += answer.value.refusals;
      reasons.push(...answer.value.refused.map((each) => problemText(each)));
    }
    if (ids.size > 0) say(t('retouch.added', { count: ids.size }));
    if (refusals > 0) tellRefused(refusals, reasons);
  }

  return {
    get left() {
      return left;
    },
    paths: (paths) =>
      each(
        Array.from({ length: Math.ceil(paths.length / AT_ONCE) }, (_, at) =>
          paths.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
        ),
        (portion) => studio.ask('retouch.add', { paths: [...portion] }),
      ),
    files: (files) =>
      each(
        files.map((file) => [file]),
        ([file]) => sendPhoto(file as File),
      ),
  };
}

function tellRefused(count: number, reasons: readonly string[]): void {
  const told = [...new Set(reasons)].slice(0, MOST_REASONS);
  warn([t('retouch.refused', { count }), ...told].join(' '));
}
