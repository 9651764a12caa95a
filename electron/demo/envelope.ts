import type { Problem } from '#shared/problem.ts';

/**
 * The response envelope in the service's own forms, "Response envelope": `message` for create and
 * execute, `msg` for the others; code 0, and the text "1001" for an upload. The codes and HTTP
 * statuses of a refusal are not shown in the interface; these are the demo service's own.
 */
export interface Envelope {
  success: boolean;
  code: number | string;
  message?: string;
  msg?: string;
  data?: unknown;
}

/** A refusal: the words a person reads, and how it travels. */
export interface Refusal {
  readonly text: string;
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
}

/** What a handler answers: the payload, or why not. */
export type Reply<T = unknown> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function grant<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse(
  text: string,
  code = 4000,
  status = 200,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { text, code, status } };
}

/** The refusal of parameters that break the catalogue's rules. */
export function refuseAll(problems: readonly Problem[]): Reply<never> {
  return refuse(problems.map((problem) => problem.message).join(' '), 4220);
}

/** Names of the operations, as faults, the counts of requests and the routes call them. */
export const operations = [
  'create',
  'execute',
  'query',
  'delete',
  'info',
  'upload',
  'psd-create',
  'psd-query',
  'custom-model-create',
  'custom-model-query',
  'custom-model-delete',
  'custom-scene-create',
  'custom-scene-query',
  'custom-scene-delete',
  'image',
  'psd-file',
] as const;
export type Operation = (typeof operations)[number];

function worded(operation: Operation, text: string): { message: string } | { msg: string } {
  return operation === 'create' || operation === 'execute' ? { message: text } : { msg: text };
}

/** The envelope of a reply; `data` is left out for operations that answer none. */
export function envelopeOf(operation: Operation, reply: Reply): Envelope {
  if (!reply.ok) {
    const { text, code } = reply.refusal;
    return { success: false, code, ...worded(operation, text) };
  }
  return {
    success: true,
    code: operation === 'upload' ? '1001' : 0,
    ...worded(operation, 'success'),
    ...(reply.value === undefined ? {} : { data: reply.value }),
  };
}
