import { ownFacts } from '#shared/own.ts';
import { followCreation } from '../../../app/custom-models/follow.ts';
import { failedProblem } from '../../../app/custom-models/problems.ts';
import type { CreationRow } from '../../../adapters/ledger/own-creations.ts';
import type { OwnRow } from '../../../adapters/ledger/own.ts';
import type { Studio } from '../../../studio.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { creationLine, creationText, ownLine, withId, type OwnWords } from './lines.ts';

type Parts = Pick<Studio, 'own' | 'ledger'>;

/** Follows a creation to its end: prints the id as soon as it is known, and what can be used. */
export async function followCommand(
  context: Context,
  words: OwnWords,
  studio: Parts,
  creationId: number,
  wait: boolean,
): Promise<ExitStatus> {
  const row = await untilMade(context, studio, creationId);
  const id = row.serviceId;
  if (id === null) {
    context.out.result(creationLine(row), creationText(row, words));
    return exitStatus.unfinished;
  }
  const made = studio.ledger.own.get(words.kind, id);
  if (made === undefined) throw new Error(`The ${words.kind} ${id} that was created is not known.`);
  if (made.status === 'complete') return sayReady(context, words, made);
  const rest = wait ? '' : ` darkslide ${words.command} wait ${id} waits until it can be used.`;
  context.out.result(
    withId(words.kind, id, ownLine(made)),
    `The ${words.kind} ${id} is created and is being made ready.${rest}`,
  );
  return wait ? untilReady(context, words, studio, id) : exitStatus.done;
}

/** Follows it, and tells how far it has come and what it waits for. */
function untilMade(
  { out, interrupted }: Context,
  studio: Parts,
  creationId: number,
): Promise<CreationRow> {
  let told: string | null = null;
  const tell = (creation: CreationRow, sent: readonly number[]) => {
    const { problem } = creation;
    if (problem !== null && problem.code !== told) {
      out.warn(`waiting, ${problem.code}: ${problem.message}`);
    }
    told = problem?.code ?? null;
    out.progress(progressOf(creation, sent));
  };
  return followCreation(studio, creationId, tell, interrupted);
}

function progressOf({ state, photos }: CreationRow, sent: readonly number[]): string {
  if (state === 'sending') return 'The service is asked to make it';
  if (state === 'doubt') return 'The account is looked through';
  const share = sent.reduce((sum, one) => sum + one, 0) / photos.length;
  return `Uploading, ${Math.floor(share * 100)} %`;
}

async function untilReady(
  context: Context,
  words: OwnWords,
  { own }: Parts,
  id: number,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  const { kind, command } = words;
  out.progress(`The ${kind} ${id} is being made ready`);
  const ready = await own.ready(kind, id, interrupted);
  if (ready.ok) return sayReady(context, words, ready.value);
  if (ready.problem.code === 'aborted') {
    out.warn(
      `The ${kind} ${id} stands in the account and the service goes on making it ready: darkslide ${command} wait ${id} waits on, darkslide ${command} list shows it.`,
    );
  } else {
    out.problem(ready.problem);
  }
  return exitStatus.unfinished;
}

function sayReady({ out }: Context, { kind }: OwnWords, row: OwnRow): ExitStatus {
  const { id, name, status } = row;
  const problem = status === 'failed' ? failedProblem(kind, id) : null;
  const text =
    problem === null
      ? `The ${kind} ${id} (${name}) is complete: --set ${ownFacts[kind].parameter}=${id}`
      : `${id}, ${problem.code}: ${problem.message}`;
  out.result(withId(kind, id, ownLine(row, problem)), text);
  return problem === null ? exitStatus.done : exitStatus.unfinished;
}
