/** Returns executions from the database in the service's format (interface: "Execution", "Result"). */
import { findAgent } from '#shared/agents/index.ts';
import type { AgentVersion } from '#shared/agents/index.ts';
import { executionsListed } from '#shared/limits.ts';
import type { DemoContext } from './context.ts';
import type { ExecutionRow, TaskRow } from './store.ts';
import { executionAt } from './schedule.ts';
import type { ExecutionNow, ExecutionPlan } from './schedule.ts';

/** Returns the task; undefined if it was deleted. */
export function findTask(demo: DemoContext, taskId: string): TaskRow | undefined {
  const task = demo.store.find('tasks', { taskId });
  return task?.deletedAt === null ? task : undefined;
}

/** Returns the execution; undefined if its task was deleted. */
export function findExecution(demo: DemoContext, executionId: string): ExecutionRow | undefined {
  return demo.store.one<ExecutionRow>(
    `SELECT executions.* FROM executions JOIN tasks USING (taskId)
     WHERE executionId = ? AND deletedAt IS NULL`,
    executionId,
  );
}

/** Returns the latest executions of a task that arrived by `until`, newest first. */
export function recentExecutions(demo: DemoContext, taskId: string, until: number): ExecutionRow[] {
  return demo.store.all<ExecutionRow>(
    `SELECT * FROM executions WHERE taskId = ? AND arrivedAt <= ?
     ORDER BY ordinal DESC LIMIT ${executionsListed}`,
    taskId,
    until,
  );
}

/** Returns the current state of an execution. */
export function executionNow(demo: DemoContext, row: ExecutionRow): ExecutionNow {
  const plan = JSON.parse(row.plan) as ExecutionPlan;
  return executionAt(plan, demo.now(), demo.renders.states(row.executionId, plan));
}

/** Returns the agent that a task was created for. Throws if the catalogue does not contain it. */
export function agentOf(task: TaskRow): AgentVersion {
  const agent = findAgent(task.agentName, task.agentVersion);
  if (!agent.ok) throw new Error(`${task.agentName} ${task.agentVersion} is not in the catalogue`);
  return agent.value;
}

/** Formats a time as `YYYY-MM-DD HH:MM:SS`, UTC. */
function executionTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** The service's message for an image that failed. */
const plannedFailure = 'The image could not be generated. Please try again.';

function listResults(demo: DemoContext, row: ExecutionRow, now: ExecutionNow, agent: AgentVersion) {
  return now.results.map(({ status, progress }, index) => {
    const made = status === 'Success' ? demo.renders.path(row, index) : undefined;
    const error = demo.renders.error(row.executionId, index) ?? plannedFailure;
    return {
      status,
      image: made === undefined ? '' : demo.pictures.address(made),
      ...(agent.progress ? { progress: progress.toFixed(2) } : {}),
      ...(status === 'Failed' ? { error } : {}),
    };
  });
}

function listExecution(demo: DemoContext, row: ExecutionRow, agent: AgentVersion) {
  const now = executionNow(demo, row);
  const results = listResults(demo, row, now, agent);
  return {
    executionId: row.executionId,
    executionTime: executionTime(row.arrivedAt),
    status: now.status,
    params: JSON.parse(row.params) as Record<string, unknown>,
    results,
    // the service documents two names for this list, and clients may read either of them
    result: results,
  };
}

/** Returns the answer to a query: the task with the given executions. */
export function listTask(demo: DemoContext, task: TaskRow, rows: readonly ExecutionRow[]) {
  const agent = agentOf(task);
  const init = JSON.parse(task.initParams) as Record<string, string>;
  const shown = Object.entries(init).map(([name, value]) => [name, demo.pictures.present(value)]);
  return {
    taskId: task.taskId,
    agentName: task.agentName,
    agentVersion: task.agentVersion,
    initParams: { taskName: '', ...(Object.fromEntries(shown) as Record<string, string>) },
    executions: rows.map((row) => listExecution(demo, row, agent)),
  };
}
