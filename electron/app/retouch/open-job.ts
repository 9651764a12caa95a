import { isWebAddress } from '#shared/agents/index.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { OpenedJob } from '#shared/views/retouch.ts';
import type { Session } from '../session/session.ts';
import { addFromAddress } from './address-photos.ts';
import { addPhotos } from './strip-photos.ts';

/** Adds a job's photo to the filmstrip, and returns the job's recipe. Problems: job-not-found, job-unreadable. */
export async function openJob(
  session: Pick<Session, 'studio' | 'ready' | 'dataFolder'>,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<OpenedJob>> {
  const loaded = session.studio().ledger.jobs.load(id);
  if (!loaded.ok) return loaded;
  const { source, recipe } = loaded.value;
  const added = isWebAddress(source)
    ? await addFromAddress(session, source, signal)
    : success(await addPhotos(session.studio(), [source], signal));
  if (!added.ok) return success({ photo: null, recipe, problem: added.problem });
  const [photo = null] = added.value.ids;
  return success({ photo, recipe, problem: added.value.refused[0] ?? null });
}
