import type { IncomingMessage } from 'node:http';
import type { Operation, Reply } from '../envelope.ts';
import type { FaultEffect } from '../faults.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A request in the form in which handlers receive it. */
export interface RouteRequest {
  /** The JSON body; empty for GET and for an upload. */
  readonly body: Body;
  readonly query: URLSearchParams;
  /** The request of an upload. Its body has not been read. */
  readonly message: IncomingMessage;
  /** Bytes per second at which an upload is read; undefined if its speed is not limited. */
  readonly pace: number | undefined;
  /** How a fault changes the lists in the answer. */
  readonly view: NonNullable<FaultEffect['view']>;
}

/** One operation of the service (interface: "Endpoints"). */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** The path below the base address. */
  readonly path: string;
  readonly operation: Operation;
  readonly body: 'json' | 'form' | 'none';
  handle(asked: RouteRequest): Reply | Promise<Reply>;
}

/** Returns a required text from the body; undefined if it is missing, blank or not a text. */
export function textOf(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns an object from the body; undefined if it has another type. */
export function objectOf(body: Body, name: string): Body | undefined {
  const value = body[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body)
    : undefined;
}

/** Returns the parameters that the agent declares. Ignores all others, as the live service does. */
export function listedOnly(names: readonly { readonly name: string }[], given: Body): Body {
  const known = names.filter(({ name }) => name in given);
  return Object.fromEntries(known.map(({ name }) => [name, given[name]]));
}

export function get(operation: Operation, path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, operation, body: 'none', handle };
}

/** Returns the route for a POST with a JSON body. */
export function post(operation: Operation, path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, operation, body: 'json', handle };
}
