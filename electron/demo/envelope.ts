import type { Problem } from '#shared/problem.ts';

/**
 * The response envelope in the service's own format (interface: "Response envelope"). The text is
 * in `message` for create and execute, and in `msg` for all other operations. The code of a success
 * is the number 0, or the text "1001" for an upload. The service does not document the codes and
 * HTTP statuses of refusals, so the demo service has codes and statuses of its own.
 */
export interface Envelope {
  success: boolean;
  code: number | string;
  message?: string;
  msg?: string;
  data?: unknown;
}

/** A refusal: the message for the user, the code and the HTTP status. */
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

/** Returns a refusal for parameters that violate the catalogue's rules. */
export function refuseAll(problems: readonly Problem[]): Reply<never> {
  return refuse(problems.map((problem) => problem.message).join(' '), 4220);
}

/** Names of the operations, used by faults, request counts and routes. */
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

/** Returns the envelope of a reply, without `data` for operations that return no data. */
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
