import { join } from 'node:path';
import type { Backstage } from './backstage.ts';
import type { CallbackRow, ExecutionRow, PsdRow, ResultRow, TaskRow, UploadRow } from './book.ts';
import { executionNow } from './executions.ts';
import type { ExecutionPlan } from './schedule.ts';
import type { BookedExecution, DemoBooks } from './types.ts';

type Params = Readonly<Record<string, unknown>>;

function countBy<T>(list: readonly T[], name: (one: T) => string | null): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of list) {
    const key = name(one);
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function readExecution(
  stage: Backstage,
  row: ExecutionRow & { readonly initParams: string },
): BookedExecution {
  return {
    executionId: row.executionId,
    taskId: row.taskId,
    originalImage: (JSON.parse(row.initParams) as { originalImage: string }).originalImage,
    photoSha256: row.photoSha256,
    params: JSON.parse(row.params) as Params,
    mask: row.mask === null ? null : join(stage.pictures.folders.masks, row.mask),
    images: (JSON.parse(row.plan) as ExecutionPlan).due.length,
    callbackUrl: row.callbackUrl,
    arrivedAt: row.arrivedAt,
    status: executionNow(stage, row).status,
  };
}

/** The whole book as tests read it: what really arrived and what really happened. */
export function readBooks(stage: Backstage): DemoBooks {
  const { book } = stage;
  const executions = book
    .all<ExecutionRow & { readonly initParams: string }>(
      `SELECT executions.*, initParams FROM executions JOIN tasks USING (taskId)
       ORDER BY executions.ordinal`,
    )
    .map((row) => readExecution(stage, row));
  const { results: folder } = stage.pictures.folders;
  return {
    executions,
    executionsByTask: countBy(executions, (one) => one.taskId),
    executionsByImage: countBy(executions, (one) => one.originalImage),
    executionsByPhoto: countBy(executions, (one) => one.photoSha256),
    tasks: book.all<TaskRow>('SELECT * FROM tasks ORDER BY ordinal').map((row) => ({
      taskId: row.taskId,
      agentName: row.agentName,
      agentVersion: row.agentVersion,
      initParams: JSON.parse(row.initParams) as Params,
      createdAt: row.createdAt,
      deleted: row.deletedAt !== null,
    })),
    uploads: book.all<UploadRow>('SELECT * FROM uploads ORDER BY ordinal').map((row) => ({
      path: row.path,
      name: row.name,
      sha256: row.sha256,
      bytes: row.bytes,
      format: row.format,
      width: row.width,
      height: row.height,
      hasExif: row.hasExif === 1,
      hasGps: row.hasGps === 1,
      arrivedAt: row.arrivedAt,
    })),
    results: book
      .all<ResultRow>('SELECT * FROM results ORDER BY executionId, number')
      .map(({ executionId, number, file, error }) => ({
        executionId,
        index: number,
        file: file === null ? null : join(folder, file),
        error,
      })),
    psds: book.all<PsdRow>('SELECT * FROM psds').map((row) => ({
      executionId: row.executionId,
      requests: row.requests,
      file: row.file === null ? null : join(folder, row.file),
      status: stage.makings.psdStatus(row.executionId),
    })),
    callbacks: book
      .all<CallbackRow>('SELECT * FROM callbacks ORDER BY rowid')
      .map((row) => ({ ...row, acknowledged: row.acknowledged === 1 })),
    requests: Object.fromEntries(
      book
        .all<{ operation: string; count: number }>('SELECT * FROM requests')
        .map(({ operation, count }) => [operation, count]),
    ),
  };
}
