import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { problemsIn, success, type Outcome } from '#shared/problem.ts';
import type { CreationEnd } from '#shared/views/command-line.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { checkOutline } from '../../engine/models/request.ts';
import type { Studio } from '../../studio.ts';
import { createCustomModel } from '../custom-models/create.ts';
import { followCreation } from '../custom-models/follow.ts';
import { lookAtPhotos, type LookProgress } from '../custom-models/look.ts';
import { failedProblem } from '../custom-models/problems.ts';
import { creationView, customModelReport } from './models.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import type { Work } from './report.ts';
import type { Talk } from './talk.ts';

type Request = CommandInput<'create-model'>;
type Parts = Pick<Studio, 'customModels' | 'ledger'>;

/**
 * `models create` and `scenes create`: reports how each photo will be sent to the service, creates the model or scene,
 * and waits until it can be used. After an abort, the creation continues without the command. Problems: those of
 * `checkOutline` and `reachService`.
 */
export async function createModelCommand(
  place: CommandPlace,
  request: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CreationEnd>> {
  const { kind, name, photos } = request;
  // Checks the name and the number of photos first, because reading the photos takes a while.
  const outline = checkOutline({ kind, name: name?.trim() ?? null, count: photos.length });
  if (!outline.ok) return outline;
  return place.withStudio((work) => createIn(work, request, talk, signal));
}

async function createIn(
  { studio, isOwn }: Work,
  request: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CreationEnd>> {
  const { kind, isAwaited } = request;
  const reached = await reachService(studio.service, 'refuse', talk, signal);
  if (!reached.ok) return reached;
  if (isOwn) studio.customModels.start({ sync: false });
  const progress: LookProgress = {
    looking: (path) => talk.tell({ kind: 'looking', path }),
    looked: (photo) => talk.tell({ kind: 'photo-looked', photo }),
  };
  const looked = await lookAtPhotos(studio, kind, request.photos, progress, signal);
  if (signal.aborted) return success({ kind: 'nothing-begun' });
  if (!looked.ok) return success({ kind: 'refused', problems: problemsIn(looked) });
  const { name, again } = request;
  const seen = again ? Infinity : 0;
  const wanted = { kind, name, photos: looked.value, seen };
  const created = await createCustomModel(studio, wanted, signal);
  if (!created.ok) {
    const { problem } = created;
    if (problem.code === 'aborted') return success({ kind: 'nothing-begun' });
    return success({ kind: 'refused', problems: [problem] });
  }
  if ('creationId' in created.value) {
    return success(await follow(studio, kind, created.value.creationId, isAwaited, talk, signal));
  }
  const { state, creationId, id, name: called, problem } = created.value.earlier;
  if (problem !== null) return success({ kind: 'uncertain', problem });
  const made =
    state === 'ready' && id !== null ? studio.ledger.customModels.get(kind, id) : undefined;
  if (made !== undefined) return success({ kind: 'already', model: customModelReport(made) });
  talk.tell({ kind: 'creation-continues', creationId, name: called });
  return success(await follow(studio, kind, creationId, isAwaited, talk, signal));
}

/** Waits until a creation has ended, and reports its id as soon as it is known. */
async function follow(
  studio: Parts,
  of: CustomModelKind,
  creationId: number,
  isAwaited: boolean,
  talk: Talk,
  signal: AbortSignal,
): Promise<CreationEnd> {
  const row = await untilMade(studio, creationId, talk, signal);
  const id = row.serviceId;
  if (id === null) return { kind: 'stands', creation: creationView(row) };
  const made = studio.ledger.customModels.get(of, id);
  if (made === undefined) throw new Error(`The ${of} ${id} that was created is not known.`);
  if (made.status === 'complete') return ready(of, made);
  talk.tell({ kind: 'model-created', of, model: customModelReport(made), isAwaited });
  if (!isAwaited) return { kind: 'created' };
  talk.tell({ kind: 'model-preparing', of, id });
  const prepared = await studio.customModels.ready(of, id, signal);
  return prepared.ok
    ? ready(of, prepared.value)
    : { kind: 'not-ready', id, problem: prepared.problem };
}

function ready(of: CustomModelKind, row: CustomModelRow): CreationEnd {
  const problem = row.status === 'failed' ? failedProblem(of, row.id) : null;
  return { kind: 'ready', model: customModelReport(row), problem };
}

/** Waits for a creation, and reports its progress and, if the creation is waiting, the reason. */
function untilMade(
  studio: Parts,
  creationId: number,
  { tell }: Talk,
  signal: AbortSignal,
): Promise<CreationRow> {
  let told: string | null = null;
  const look = ({ state, problem, photos }: CreationRow, sent: readonly number[]) => {
    if (problem !== null && problem.code !== told) tell({ kind: 'waiting', problem });
    told = problem?.code ?? null;
    const share = sent.reduce((sum, one) => sum + one, 0) / photos.length;
    tell({ kind: 'creation-progress', state, sent: share });
  };
  return followCreation(studio, creationId, look, signal);
}
