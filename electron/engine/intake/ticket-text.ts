import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** The fields of a ticket; the values are checked together with the recipe that they override. */
export interface Ticket {
  readonly params?: JsonObject;
  readonly init?: JsonObject;
  readonly mask?: unknown;
}

const fields = ['params', 'init', 'mask'];

/** The fields whose value may be a file in the folder `Tickets`; all except `mask` are part of `init`. */
export const fileFields = ['mask', 'fashionModelImage', 'locationImage'] as const;

/** Reads the fields of a ticket. Problem: ticket-invalid. */
export function parseTicket(text: string): Outcome<Ticket> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failure('ticket-invalid.json');
  }
  if (!isObject(json)) return failure('ticket-invalid.object');
  const unknown = Object.keys(json).find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    const field = unknown.slice(0, 40);
    return failure('ticket-invalid.unknown', { field, fields }, { parameter: unknown });
  }
  for (const field of ['params', 'init']) {
    if (json[field] !== undefined && !isObject(json[field])) {
      return failure('ticket-invalid.field', { field }, { parameter: field });
    }
  }
  return success(json);
}

/** Returns the names of the files that a ticket takes from the folder `Tickets`. */
export function filesOfTicket({ init = {}, mask }: Ticket): string[] {
  return fileFields
    .map((field) => (field === 'mask' ? mask : init[field]))
    .filter((value) => typeof value === 'string')
    .filter((value) => !isWebAddress(value));
}
