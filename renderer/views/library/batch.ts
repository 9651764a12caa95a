import { tellRefused } from '../../parts/answers/act.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Requests layered PSDs of results. Reports how many will be created, already exist, or are impossible. */
export async function askPsds(studio: Studio, resultIds: readonly number[]): Promise<void> {
  const notices = useNotices();
  const answer = await studio.ask('library.ask-psds', { ids: [...resultIds] });
  if (!answer.ok) return notices.complain(answer.problem);
  const { refused, problems } = answer.value;
  const parts = (['asked', 'making', 'there'] as const).filter((part) => answer.value[part] > 0);
  if (parts.length > 0) {
    notices.say(
      parts.map((part) => t(`library.psds.${part}`, { count: answer.value[part] })).join(' '),
    );
  }
  tellRefused(notices, t('library.psds.refused', { count: refused }), problems);
}

/** Runs jobs again. Reports the cost, and which jobs were refused. */
export async function runAgain(studio: Studio, jobIds: readonly number[]): Promise<void> {
  const notices = useNotices();
  const answer = await studio.ask('library.run-again', { jobIds: [...jobIds] });
  if (!answer.ok) return notices.complain(answer.problem);
  const { changed, images, refused, problems } = answer.value;
  if (changed > 0) notices.say(t('library.again.begun', { count: changed, images }));
  tellRefused(notices, t('library.again.refused', { count: refused }), problems);
}
