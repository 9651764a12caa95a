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
import type { DemoContext } from '../context.ts';
import type { ExecutionRow, TaskRow } from '../store.ts';
import { hexId } from '../chance.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { agentOf, findExecution, findTask, listTask, recentExecutions } from '../executions.ts';
import { checkIds, checkMask } from '../check-params.ts';
import type { StoredPicture } from '../pictures.ts';
import { planExecution } from '../schedule.ts';
import { post, textOf } from './route.ts';
import type { RouteRequest, Body, Route } from './route.ts';
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

export function taskRoutes(demo: DemoContext): Route[] {
  const { store, settings } = demo;

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
      const found = await demo.pictures.find(address as string);
      if (found.kind === 'missing')
        return refuse(`${parameter}: there is no image at its address.`, 4041);
    }
    return grant({ taskId: insertTask(agent.value, init) });
  }

  function insertTask(agent: AgentVersion, init: Body): string {
    const taskId = store.newId('tasks');
    store.insert('tasks', {
      taskId,
      agentName: agent.name,
      agentVersion: agent.version,
      initParams: JSON.stringify(init),
      createdAt: demo.now(),
    });
    return taskId;
  }

  async function execute(body: Body): Promise<Reply> {
    const task = findTask(demo, textOf(body, 'taskId') ?? '');
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
  async function photoOf(task: TaskRow): Promise<StoredPicture | undefined> {
    const init = JSON.parse(task.initParams) as { originalImage: string };
    const found = await demo.pictures.find(init.originalImage);
    return found.kind === 'held' ? found.picture : undefined;
  }

  async function judge(
    agent: AgentVersion,
    given: Body,
    photo: StoredPicture | undefined,
  ): Promise<Reply<void>> {
    const problems = checkWire(agent, given, {
      photoWidth: photo?.width,
      photoHeight: photo?.height,
    });
    if (problems.length > 0) return refuseAll(problems);
    const ids = checkIds(demo, agent, given);
    if (!ids.ok) return ids;
    const mask = textOf(given, 'customMask');
    if (mask !== undefined) return checkMask(Buffer.from(mask, 'base64'), photo);
    const address = textOf(given, 'customMaskUrl');
    const found = address === undefined ? undefined : await demo.pictures.find(address);
    if (found?.kind === 'missing') return refuse('There is no mask at customMaskUrl.', 4041);
    return found?.kind === 'held' ? checkMask(found.picture.file, photo) : grant(undefined);
  }

  async function keepMask(given: Body): Promise<string | null> {
    const mask = textOf(given, 'customMask');
    if (mask === undefined) return null;
    const file = `${hexId('mask', mask)}.png`;
    await writeDemoFile(join(demo.pictures.folders.masks, file), Buffer.from(mask, 'base64'));
    return file;
  }

  function insert(
    task: TaskRow,
    agent: AgentVersion,
    given: Body,
    more: {
      mask: string | null;
      photo: StoredPicture | undefined;
      callbackUrl: string | undefined;
    },
  ): string {
    // The mask is left out of the echo: 20 executions of 10M each would be no answer.
    const { customMask: _, ...params } = listedOnly(agent.params, given);
    const images = imagesPerExecution(agent, given);
    const ordinal = store.nextOrdinal('executions');
    const executionId = store.newId('executions');
    const acceptedAt = demo.now();
    const plan = planExecution({ ordinal, acceptedAt, images, segments: agent.segments }, settings);
    store.insert('executions', {
      executionId,
      taskId: task.taskId,
      params: JSON.stringify({ ...params, batchCount: images }),
      mask: more.mask,
      plan: JSON.stringify(plan),
      photoSha256: more.photo?.sha256 ?? null,
      callbackUrl: more.callbackUrl ?? null,
      arrivedAt: acceptedAt,
    });
    demo.renders.begin(executionId);
    demo.callbacks.begin(executionId);
    return executionId;
  }

  /** An execution not listed yet, because a fault makes the listing lag. */
  function visibleUntil(view: RouteRequest['view']): number {
    return demo.now() - (view.lagMs ?? 0);
  }

  function query({ body, view }: RouteRequest): Reply {
    const [executionId, taskId] = [textOf(body, 'executionId'), textOf(body, 'taskId')];
    const until = visibleUntil(view);
    if (executionId !== undefined) return queryExecution(executionId, until, view);
    if (taskId === undefined) return refuse('executionId or taskId is required.');
    const task = findTask(demo, taskId);
    if (task === undefined) return refuse('There is no task with this taskId.', 4046);
    return grant(listTask(demo, task, recentExecutions(demo, taskId, until)));
  }

  function queryExecution(executionId: string, until: number, view: RouteRequest['view']): Reply {
    const row = findExecution(demo, executionId);
    const task = row === undefined ? undefined : findTask(demo, row.taskId);
    if (row === undefined || task === undefined || row.arrivedAt > until) {
      return refuse('There is no execution with this executionId.', 4047);
    }
    const others = view.queriedFirst === true ? othersOf(row, until) : [];
    return grant(listTask(demo, task, [row, ...others]));
  }

  function othersOf(row: ExecutionRow, until: number): ExecutionRow[] {
    return recentExecutions(demo, row.taskId, until).filter(
      (one) => one.executionId !== row.executionId,
    );
  }

  function remove(body: Body): Reply {
    const task = findTask(demo, textOf(body, 'taskId') ?? '');
    if (task === undefined) return refuse('There is no task with this taskId.', 4046);
    store.run('UPDATE tasks SET deletedAt = ? WHERE taskId = ?', demo.now(), task.taskId);
    return grant(undefined);
  }

  return [
    post('create', '/agent/task/create', ({ body }) => create(body)),
    post('execute', '/agent/task/execute', ({ body }) => execute(body)),
    post('query', '/agent/task/query', query),
    post('delete', '/agent/task/delete', ({ body }) => remove(body)),
  ];
}
