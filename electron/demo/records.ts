import { join } from 'node:path';
import type { DemoContext } from './context.ts';
import type { CallbackRow, ExecutionRow, PsdRow, ResultRow, TaskRow, UploadRow } from './store.ts';
import { executionNow } from './executions.ts';
import type { ExecutionPlan } from './schedule.ts';
import type { RecordedExecution, RecordedTask, DemoRecords } from './types.ts';

/** An execution with the parameters of its task, as JSON. */
type ExecutionOfTask = ExecutionRow & { readonly initParams: string };

function countBy<T>(list: readonly T[], name: (one: T) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of list) {
    const key = name(one);
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function readExecution(demo: DemoContext, row: ExecutionOfTask): RecordedExecution {
  const { initParams, params, plan, ...facts } = row;
  return {
    ...facts,
    originalImage: (JSON.parse(initParams) as { originalImage: string }).originalImage,
    params: JSON.parse(params) as RecordedExecution['params'],
    mask: row.mask === null ? null : join(demo.pictures.folders.masks, row.mask),
    images: (JSON.parse(plan) as ExecutionPlan).due.length,
    status: executionNow(demo, row).status,
  };
}

/** Returns all records, with which tests check which requests arrived and what happened. */
export function readRecords(demo: DemoContext): DemoRecords {
  const { store, pictures } = demo;
  const executions = store
    .all<ExecutionOfTask>(
      `SELECT executions.*, initParams FROM executions JOIN tasks USING (taskId)
       ORDER BY executions.ordinal`,
    )
    .map((row) => readExecution(demo, row));
  const inFolder = (file: string | null) => file && join(pictures.folders.results, file);
  return {
    executions,
    executionsByTask: countBy(executions, (one) => one.taskId),
    executionsByImage: countBy(executions, (one) => one.originalImage),
    executionsByPhoto: countBy(executions, (one) => one.photoSha256),
    tasks: store
      .all<TaskRow>('SELECT * FROM tasks ORDER BY ordinal')
      .map(({ initParams, deletedAt, ...row }) => ({
        ...row,
        initParams: JSON.parse(initParams) as RecordedTask['initParams'],
        deleted: deletedAt !== null,
      })),
    uploads: store
      .all<UploadRow>('SELECT * FROM uploads ORDER BY ordinal')
      .map((row) => ({ ...row, hasExif: row.hasExif === 1, hasGps: row.hasGps === 1 })),
    results: store
      .all<ResultRow>('SELECT * FROM results ORDER BY executionId, number')
      .map((row) => ({ ...row, file: inFolder(row.file) })),
    psds: store.all<PsdRow>('SELECT * FROM psds').map((row) => ({
      ...row,
      file: inFolder(row.file),
      status: demo.renders.psdStatus(row.executionId),
    })),
    callbacks: store
      .all<CallbackRow>('SELECT * FROM callbacks ORDER BY rowid')
      .map((row) => ({ ...row, acknowledged: row.acknowledged === 1 })),
    requests: Object.fromEntries(
      store
        .all<{ operation: string; count: number }>('SELECT * FROM requests')
        .map(({ operation, count }) => [operation, count]),
    ),
  };
}
