import type { IncomingMessage } from 'node:http';
import type { Operation, Reply } from '../envelope.ts';
import type { FaultEffect } from '../faults.ts';

export type Body = Readonly<Record<string, unknown>>;

/** One request, as passed to a handler. */
export interface RouteRequest {
  /** The JSON body; empty for GET and for an upload. */
  readonly body: Body;
  readonly query: URLSearchParams;
  /** The unread request of an upload. */
  readonly message: IncomingMessage;
  /** Bytes per second at which an upload is read; undefined: as fast as it arrives. */
  readonly pace: number | undefined;
  /** How a fault changes lists. */
  readonly view: NonNullable<FaultEffect['view']>;
}

/** One operation of the interface, "Endpoints". */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below the base address. */
  readonly path: string;
  readonly operation: Operation;
  readonly body: 'json' | 'form' | 'none';
  handle(asked: RouteRequest): Reply | Promise<Reply>;
}

/** Returns a required text of the body; undefined if it is missing, blank or of another type. */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns an object in the body; undefined for any other type. */
export function objectOf(body: Body, name: string): Body | undefined {
  const value = body[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body)
    : undefined;
}

/** Returns the parameters that the agent lists; others are ignored, as the live service does. */
export function listedOnly(names: readonly { readonly name: string }[], given: Body): Body {
  const known = names.filter(({ name }) => name in given);
  return Object.fromEntries(known.map(({ name }) => [name, given[name]]));
}

export function get(operation: Operation, path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, operation, body: 'none', handle };
}

/** Returns the route of a POST with a JSON body. */
export function post(operation: Operation, path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, operation, body: 'json', handle };
}
