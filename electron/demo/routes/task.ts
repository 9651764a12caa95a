/** Create, execute, query and delete, "Task operations (all agents)". */
import {
  checkInit,
  checkWire,
  findAgent,
  imagesPerExecution,
  isWebAddress,
} from '#shared/agents/index.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import { join } from 'node:path';
import type { Problem } from '#shared/problem.ts';
import type { Backstage } from '../backstage.ts';
import type { ExecutionRow, TaskRow } from '../book.ts';
import { hexId } from '../chance.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { agentOf, findExecution, findTask, listTask, recentExecutions } from '../executions.ts';
import { judgeIds, judgeMask } from '../judge.ts';
import type { Held } from '../pictures.ts';
import { planExecution } from '../schedule.ts';
import { textOf } from './route.ts';
import type { Asked, Body, Route } from './route.ts';
import { writeDemoFile } from '../whole-file.ts';

function refuseAll(problems: readonly Problem[]): Reply<never> {
  return refuse(problems.map((problem) => problem.message).join(' '), 4220);
}

/** An object of the body, when it is one. */
function objectOf(body: Body, name: string): Body | undefined {
  const value = body[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body)
    : undefined;
}

/** The values of the parameters that the agent lists; others are ignored, as the live service does. */
function listedOnly(names: readonly { readonly name: string }[], given: Body): Body {
  const known = names.filter(({ name }) => name in given);
  return Object.fromEntries(known.map(({ name }) => [name, given[name]]));
}

export function taskRoutes(stage: Backstage): Route[] {
  const { book, settled } = stage;

  async function create(body: Body): Promise<Reply> {
    const [name, version] = [textOf(body, 'agentName'), textOf(body, 'agentVersion')];
    if (name === undefined || version === undefined) {
      return refuse('agentName and agentVersion are required.');
    }
    const agent = findAgent(name, version);
    if (!agent.ok) return refuse(agent.problem.message, 4042);
    const init = listedOnly(agent.value.init, objectOf(body, 'initParams') ?? {});
    const problems = checkInit(agent.value, init);
    if (problems.length > 0) return refuseAll(problems);
    for (const [parameter, address] of Object.entries(init)) {
      if (parameter === 'taskName') continue;
      const found = await stage.pictures.find(address as string);
      if (found.kind === 'missing')
        return refuse(`${parameter}: there is no image at its address.`, 4041);
    }
    return grant({ taskId: insertTask(agent.value, init) });
  }

  function insertTask(agent: AgentVersion, init: Body): string {
    const taskId = book.newId('tasks');
    book.run(
      `INSERT INTO tasks (taskId, agentName, agentVersion, initParams, createdAt)
       VALUES (?, ?, ?, ?, ?)`,
      taskId,
      agent.name,
      agent.version,
      JSON.stringify(init),
      stage.now(),
    );
    return taskId;
  }

  async function execute(body: Body): Promise<Reply> {
    const task = findTask(stage, textOf(body, 'taskId') ?? '');
    if (task === undefined) return refuse('There is no task with this taskId.', 4046);
    const given = objectOf(body, 'params');
    if (given === undefined) return refuse('params is required.');
    const callbackUrl = body['callbackUrl'];
    if (
      callbackUrl !== undefined &&
      !(typeof callbackUrl === 'string' && isWebAddress(callbackUrl))
    ) {
      return refuse('callbackUrl must be a complete address starting with http:// or https://.');
    }
    const agent = agentOf(task);
    const photo = await photoOf(task);
    const judged = await judge(agent, given, photo);
    if (!judged.ok) return judged;
    const mask = await keepMask(given);
    return grant({ executionId: insert(task, agent, given, { mask, photo, callbackUrl }) });
  }

  /** The photo of a task, where the service holds it. */
  async function photoOf(task: TaskRow): Promise<Held | undefined> {
    const init = JSON.parse(task.initParams) as { originalImage: string };
    const found = await stage.pictures.find(init.originalImage);
    return found.kind === 'held' ? found.picture : undefined;
  }

  async function judge(
    agent: AgentVersion,
    given: Body,
    photo: Held | undefined,
  ): Promise<Reply<void>> {
    const problems = checkWire(agent, given, {
      photoWidth: photo?.width,
      photoHeight: photo?.height,
    });
    if (problems.length > 0) return refuseAll(problems);
    const ids = judgeIds(stage, agent, given);
    if (!ids.ok) return ids;
    const mask = textOf(given, 'customMask');
    if (mask !== undefined) return judgeMask(Buffer.from(mask, 'base64'), photo);
    const address = textOf(given, 'customMaskUrl');
    const found = address === undefined ? undefined : await stage.pictures.find(address);
    if (found?.kind === 'missing') return refuse('There is no mask at customMaskUrl.', 4041);
    return found?.kind === 'held' ? judgeMask(found.picture.file, photo) : grant(undefined);
  }

  async function keepMask(given: Body): Promise<string | null> {
    const mask = textOf(given, 'customMask');
    if (mask === undefined) return null;
    const file = `${hexId('mask', mask)}.png`;
    await writeDemoFile(join(stage.pictures.folders.masks, file), Buffer.from(mask, 'base64'));
    return file;
  }

  function insert(
    task: TaskRow,
    agent: AgentVersion,
    given: Body,
    more: { mask: string | null; photo: Held | undefined; callbackUrl: string | undefined },
  ): string {
    // The mask is left out of the echo: 20 executions of 10M each would be no answer.
    const { customMask: _, ...params } = listedOnly(agent.params, given);
    const images = imagesPerExecution(agent, given);
    const ordinal = book.nextOrdinal('executions');
    const executionId = book.newId('executions');
    const acceptedAt = stage.now();
    const plan = planExecution({ ordinal, acceptedAt, images, segments: agent.segments }, settled);
    book.run(
      `INSERT INTO executions (executionId, taskId, params, mask, plan, photoSha256, callbackUrl,
         arrivedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      executionId,
      task.taskId,
      JSON.stringify({ ...params, batchCount: images }),
      more.mask,
      JSON.stringify(plan),
      more.photo?.sha256 ?? null,
      more.callbackUrl ?? null,
      acceptedAt,
    );
    stage.makings.begin(executionId);
    stage.callbacks.begin(executionId);
    return executionId;
  }

  /** An execution not listed yet, because a fault makes the listing lag. */
  function visibleUntil(view: Asked['view']): number {
    return stage.now() - (view.lagMs ?? 0);
  }

  function query({ body, view }: Asked): Reply {
    const [executionId, taskId] = [textOf(body, 'executionId'), textOf(body, 'taskId')];
    const until = visibleUntil(view);
    if (executionId !== undefined) return queryExecution(executionId, until, view);
    if (taskId === undefined) return refuse('executionId or taskId is required.');
    const task = findTask(stage, taskId);
    if (task === undefined) return refuse('There is no task with this taskId.', 4046);
    return grant(listTask(stage, task, recentExecutions(stage, taskId, until)));
  }

  function queryExecution(executionId: string, until: number, view: Asked['view']): Reply {
    const row = findExecution(stage, executionId);
    const task = row === undefined ? undefined : findTask(stage, row.taskId);
    if (row === undefined || task === undefined || row.arrivedAt > until) {
      return refuse('There is no execution with this executionId.', 4047);
    }
    const others = view.queriedFirst === true ? othersOf(row, until) : [];
    return grant(listTask(stage, task, [row, ...others]));
  }

  function othersOf(row: ExecutionRow, until: number): ExecutionRow[] {
    return recentExecutions(stage, row.taskId, until).filter(
      (one) => one.executionId !== row.executionId,
    );
  }

  function remove(body: Body): Reply {
    const task = findTask(stage, textOf(body, 'taskId') ?? '');
    if (task === undefined) return refuse('There is no task with this taskId.', 4046);
    book.run('UPDATE tasks SET deletedAt = ? WHERE taskId = ?', stage.now(), task.taskId);
    return grant(undefined);
  }

  const route = (operation: Route['operation'], handle: Route['handle']): Route => ({
    method: 'POST',
    path: `/agent/task/${operation}`,
    operation,
    body: 'json',
    handle,
  });
  return [
    route('create', ({ body }) => create(body)),
    route('execute', ({ body }) => execute(body)),
    route('query', query),
    route('delete', ({ body }) => remove(body)),
  ];
}
