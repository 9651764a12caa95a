import * as v from 'valibot';
import { plainText } from '#shared/plain-text.ts';
import { runStatuses, type Execution, type ResultImage, type Task } from '#shared/service.ts';
import { object, oneOf, reader, someFields, someText, textId, textOrNull } from './wire.ts';

const runStatus = oneOf(runStatuses);

const fraction = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.decimal(), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(1),
);

/** A result that cannot be read still counts as one image; its status is `Unknown`. */
const result = v.pipe(
  v.fallback(v.record(v.string(), v.unknown()), {}),
  v.transform((wire): ResultImage => ({
    status: runStatus(wire['status']),
    image: v.parse(textOrNull, wire['image']),
    progress: v.parse(v.fallback(v.nullable(fraction), null), wire['progress']),
    error: errorWords(wire['error']),
  })),
);

function errorWords(error: unknown): string | null {
  if (error === undefined || error === null || error === '') return null;
  return plainText(typeof error === 'string' ? error : JSON.stringify(error));
}

const results = v.nullish(v.array(result));

const execution = v.pipe(
  object({
    executionId: textId,
    executionTime: textOrNull,
    status: someText,
    params: someFields,
    results,
    result: results,
  }),
  v.transform(({ results, result, ...wire }): Execution => ({
    ...wire,
    status: runStatus(wire.status),
    statusText: wire.status,
    results: (results?.length ? results : result) ?? [],
  })),
);

/**
 * A task (interface: "Task"). Every execution must have an id, because an execution that is overlooked could be
 * bought again. For the same reason, a missing `executions` counts as an empty list only if other fields show that
 * the data are a task.
 */
const task = v.pipe(
  object({
    agentName: textOrNull,
    agentVersion: textOrNull,
    initParams: someFields,
    executions: v.nullish(v.array(execution)),
  }),
  v.check((wire) => Array.isArray(wire.executions) || wire.agentName !== null),
  v.transform((wire): Task => ({ ...wire, executions: wire.executions ?? [] })),
);

export const readTask = reader<Task>(task);
export const readTaskId = reader(object({ taskId: textId }));
export const readExecutionId = reader(object({ executionId: textId }));
