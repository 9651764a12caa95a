import type { Problem } from '#shared/problem.ts';

/**
 * The response envelope in the service's own forms, "Response envelope": `message` for create and execute,
 * `msg` for the others; code 0, and the text "1001" for an upload. The service's documentation does not list
 * the codes and HTTP statuses of a refusal; these are the demo service's own.
 */
export interface Envelope {
  success: boolean;
  code: number | string;
  message?: string;
  msg?: string;
  data?: unknown;
}

/** A refusal: the message for the user, its code and its HTTP status. */
export interface Refusal {
  readonly text: string;
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
}

/** A handler's answer: the payload, or a refusal. */
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

/** Refuses parameters that break the catalogue's rules. */
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

/** Returns the envelope of a reply; omits `data` for operations without any. */
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
