import { join } from 'node:path';
import type { Command } from 'commander';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { PreparationStatus } from '#shared/service.ts';
import { systemClock } from '../../base/clock.ts';
import { failureProblem } from '../../service/failure-problem.ts';
import type { Answer, CallOptions, Service } from '../../service/types.ts';
import type { Tools } from '../../studio-tools.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, statusOf, type ExitStatus } from '../exit.ts';
import type { OwnWords } from '../own/lines.ts';
import { listOwn } from '../own/list.ts';
import { USUAL_PATIENCE, waitForOwn } from '../own/wait.ts';
import { followPreparation, uploadFor } from '../own/prepare.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { withTools } from '../tools-session.ts';
import { numbers, seconds, wholeNumber } from '../values.ts';

/** What an account can make of its own photos: a fashion model or a scene. */
export interface OwnKind extends OwnWords {
  /** The word in sentences. */
  readonly word: 'model' | 'scene';
  /** As the service and the recipe's parameters call it. */
  readonly idName: 'fashionModelId' | 'locationId';
  readonly purpose: 'own-model' | 'own-scene';
  readonly photosAtMost: number;
  readonly help: string;
  readonly create: (
    service: Service,
    images: readonly string[],
    name: { readonly name?: string },
    options: CallOptions,
  ) => Promise<Answer<number>>;
  readonly query: (
    service: Service,
    id: number,
    options: CallOptions,
  ) => Promise<Answer<{ readonly status: PreparationStatus }>>;
  readonly remove: (service: Service, id: number, options: CallOptions) => Promise<Answer<void>>;
}

/** `models` or `scenes` with list, create and delete ("Own models and scenes"). */
export function addOwned(program: Command, perform: Perform, kind: OwnKind): void {
  const { word, photosAtMost: most } = kind;
  const group = program
    .command(kind.command)
    .description(`own ${kind.command} of the account, for aimodel: list, create, wait, delete`)
    .addHelpText('after', kind.help);
  group
    .command('list')
    .description(`own ${kind.command} with their status and cards, and what is half made`)
    .addHelpText('after', kind.help)
    .action((_options: unknown, command: Command) =>
      perform(command, (context) => listOwn(context, kind)),
    );
  group
    .command('create')
    .description(`make a ${word} and wait until it can be used`)
    .argument('<photo...>', most === 1 ? 'one photo' : `up to ${most} photos`)
    .option('--name <text>', `name of the ${word}`)
    .addHelpText('after', kind.help)
    .action((photos: string[], options: { name?: string }, command: Command) =>
      perform(command, (context) => createOwn(context, kind, photos, options)),
    );
  group
    .command('wait')
    .description(`wait until ${kind.command} are complete; works beside a window`)
    .argument('<id...>', kind.idName, numbers)
    .option('--timeout <seconds>', 'how long at most', seconds, USUAL_PATIENCE)
    .addHelpText('after', kind.help)
    .action((asked: number[], { timeout }: { timeout: number }, command: Command) =>
      perform(command, (context) => waitForOwn(context, kind, asked, timeout)),
    );
  group
    .command('delete')
    .description(`delete an own ${word} at the service`)
    .argument('<id>', kind.idName, wholeNumber)
    .addHelpText('after', kind.help)
    .action((id: number, _options: unknown, command: Command) =>
      perform(command, (context) => deleteOwn(context, kind, id)),
    );
}

async function createOwn(
  context: Context,
  kind: OwnKind,
  photos: readonly string[],
  name: { readonly name?: string },
): Promise<ExitStatus> {
  const { word, photosAtMost: most } = kind;
  if (photos.length > most) {
    const message = `A ${word} is made from at most ${most === 1 ? 'one photo' : `${most} photos`}, not ${photos.length}. Leave some out.`;
    return refuse(context, { code: 'usage', message });
  }
  return withTools(context, async (tools) => {
    const created = await uploadAndCreate(context, kind, photos, name, tools);
    if (!created.ok) return refuse(context, created.problem);
    return waitUntilReady(context, kind, created.value, tools.service);
  });
}

async function uploadAndCreate(
  context: Context,
  kind: OwnKind,
  photos: readonly string[],
  name: { readonly name?: string },
  tools: Tools,
): Promise<Outcome<number>> {
  const signal = context.interrupted;
  const folder = join(dataFolderOf(context), 'work');
  const uploaded = await uploadFor(kind.purpose, photos, tools, { folder, signal });
  if (!uploaded.ok) return uploaded;
  const created = await kind.create(tools.service, uploaded.value, name, { signal });
  if (created.ok) return success(created.value);
  return { ok: false, problem: failureProblem(created.failure) };
}

async function waitUntilReady(
  context: Context,
  { word, idName, query }: OwnKind,
  id: number,
  service: Service,
): Promise<ExitStatus> {
  const { out, interrupted: signal } = context;
  out.warn(`The ${word} ${id} was created and is being made ready.`);
  const ready = await followPreparation(
    () => query(service, id, { signal }),
    `${word} ${id}`,
    systemClock,
    signal,
  );
  if (!ready.ok) return notReady(context, ready.problem);
  out.result(ready.value, `The ${word} ${id} is ready: --set ${idName}=${id}`);
  return exitStatus.done;
}

/** It is there, so the command was not wrong; it is only not what was asked for. */
function notReady({ out }: Context, problem: Problem): ExitStatus {
  out.problem(problem);
  const status = statusOf(problem);
  return status === exitStatus.wrongUse ? exitStatus.unfinished : status;
}

function deleteOwn(context: Context, kind: OwnKind, id: number): Promise<ExitStatus> {
  return withTools(context, async ({ service }) => {
    const answer = await kind.remove(service, id, { signal: context.interrupted });
    if (!answer.ok) return refuse(context, failureProblem(answer.failure));
    context.out.result({ [kind.idName]: id, deleted: true }, `The ${kind.word} ${id} is deleted.`);
    return exitStatus.done;
  });
}
