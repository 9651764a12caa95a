import { join } from 'node:path';
import type { Command } from 'commander';
import { infoPage } from '#shared/limits.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { AgentInfo, PageOf, PreparationStatus, TemplateOwner } from '#shared/service.ts';
import { systemClock } from '../../base/clock.ts';
import { failureProblem } from '../../service/failure-problem.ts';
import type { Answer, CallOptions, Service } from '../../service/types.ts';
import type { Tools } from '../../studio.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, statusOf, type ExitStatus } from '../exit.ts';
import { followPreparation, uploadFor } from '../own.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { withTools } from '../tools-session.ts';
import { wholeNumber } from '../values.ts';

interface Template {
  readonly id: number;
  readonly name: string;
  readonly image: string;
  readonly type: TemplateOwner;
  readonly status: PreparationStatus | null;
}

/** What an account can make of its own photos: a fashion model or a scene. */
export interface OwnKind {
  /** The command's name, and the word in sentences. */
  readonly command: 'models' | 'scenes';
  readonly word: 'model' | 'scene';
  /** As the service and the recipe's parameters call it. */
  readonly idName: 'fashionModelId' | 'locationId';
  readonly purpose: 'own-model' | 'own-scene';
  readonly photosAtMost: number;
  readonly help: string;
  readonly resourceType: 'fashionModels' | 'locations';
  readonly listed: (info: AgentInfo) => {
    readonly templates: readonly Template[];
    readonly page: PageOf | undefined;
  };
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
    .description(`own ${kind.command} of the account, for aimodel: list, create, delete`)
    .addHelpText('after', kind.help);
  group
    .command('list')
    .description(`own ${kind.command} with their status; one can be used when it is complete`)
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
    .command('delete')
    .description(`delete an own ${word} at the service`)
    .argument('<id>', kind.idName, wholeNumber)
    .addHelpText('after', kind.help)
    .action((id: number, _options: unknown, command: Command) =>
      perform(command, (context) => deleteOwn(context, kind, id)),
    );
}

function listOwn(context: Context, kind: OwnKind): Promise<ExitStatus> {
  const { out, interrupted } = context;
  return withTools(context, async ({ service }) => {
    const own = await ownTemplates(service, kind, interrupted);
    if (!own.ok) return refuse(context, own.problem);
    if (out.json) {
      for (const { id, name, image, status } of own.value) {
        out.result({ [kind.idName]: id, name, cover: image, status }, '');
      }
      return exitStatus.done;
    }
    const rows = own.value.map(({ id, name, status }) => [String(id), name, status ?? '']);
    const none = `There are no own ${kind.command} yet. Make one with darkslide ${kind.command} create.`;
    out.say(rows.length === 0 ? none : table([kind.idName, 'NAME', 'STATUS'], rows));
    return exitStatus.done;
  });
}

/** The account's own ones out of all pages of the list, which mixes them with the service's. */
async function ownTemplates(
  service: Service,
  { resourceType, listed }: OwnKind,
  signal: AbortSignal,
): Promise<Outcome<Template[]>> {
  const own: Template[] = [];
  for (let page = infoPage.page; ; page += 1) {
    const answer = await service.info(
      {
        agentName: 'aimodel',
        agentVersion: 'v1.0',
        resourceType,
        page,
        pageSize: infoPage.pageSizeMax,
      },
      { signal },
    );
    if (!answer.ok) return { ok: false, problem: failureProblem(answer.failure) };
    const { templates, page: listedPage } = listed(answer.value);
    own.push(...templates.filter((template) => template.type === 'Yours'));
    if ((listedPage?.isLastPage ?? true) || templates.length === 0) return success(own);
  }
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
