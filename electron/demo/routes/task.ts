/**
 * The operations `create`, `query` and `delete` (see "Task operations (all agents)" in the description of the
 * interface).
 */
import { checkInit, findAgent } from '#shared/agents/index.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import type { DemoContext } from '../context.ts';
import type { ExecutionRow } from '../store.ts';
import { grant, refuse, refuseAll } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { findExecution, findTask, listTask, recentExecutions } from '../executions.ts';
import { listedOnly, objectOf, post, textOf } from './route.ts';
import type { RouteRequest, Body, Route } from './route.ts';

async function create(demo: DemoContext, body: Body): Promise<Reply> {
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
  return grant({ taskId: insertTask(demo, agent.value, init) });
}

function insertTask(demo: DemoContext, agent: AgentVersion, init: Body): string {
  const taskId = demo.store.newId('tasks');
  demo.store.insert('tasks', {
    taskId,
    agentName: agent.name,
    agentVersion: agent.version,
    initParams: JSON.stringify(init),
    createdAt: demo.now(),
  });
  return taskId;
}

function query(demo: DemoContext, { body, view }: RouteRequest): Reply {
  const [executionId, taskId] = [textOf(body, 'executionId'), textOf(body, 'taskId')];
  // A simulated fault can delay the moment from which queries list an execution.
  const until = demo.now() - (view.lagMs ?? 0);
  if (executionId !== undefined) return queryExecution(demo, executionId, until, view);
  if (taskId === undefined) return refuse('executionId or taskId is required.');
  const task = findTask(demo, taskId);
  if (task === undefined) return refuse('There is no task with this taskId.', 4046);
  return grant(listTask(demo, task, recentExecutions(demo, taskId, until)));
}

function queryExecution(
  demo: DemoContext,
  executionId: string,
  until: number,
  view: RouteRequest['view'],
): Reply {
  const row = findExecution(demo, executionId);
  const task = row === undefined ? undefined : findTask(demo, row.taskId);
  if (row === undefined || task === undefined || row.arrivedAt > until) {
    return refuse('There is no execution with this executionId.', 4047);
  }
  const others = view.queriedFirst === true ? othersOf(demo, row, until) : [];
  return grant(listTask(demo, task, [row, ...others]));
}

function othersOf(demo: DemoContext, row: ExecutionRow, until: number): ExecutionRow[] {
  return recentExecutions(demo, row.taskId, until).filter(
    (one) => one.executionId !== row.executionId,
  );
}

function remove(demo: DemoContext, body: Body): Reply {
  const task = findTask(demo, textOf(body, 'taskId') ?? '');
  if (task === undefined) return refuse('There is no task with this taskId.', 4046);
  demo.store.run('UPDATE tasks SET deletedAt = ? WHERE taskId = ?', demo.now(), task.taskId);
  return grant(undefined);
}

export function taskRoutes(demo: DemoContext): Route[] {
  return [
    post('create', '/agent/task/create', ({ body }) => create(demo, body)),
    post('query', '/agent/task/query', (asked) => query(demo, asked)),
    post('delete', '/agent/task/delete', ({ body }) => remove(demo, body)),
  ];
}
