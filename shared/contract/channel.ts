import type * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

/** A channel: the schema of its input, checked on arrival, and the type of its answer. */
export interface Channel<S extends Schema = Schema, T = unknown> {
  readonly kind: 'query' | 'command';
  readonly input: S;
  /** The type of the answer; it has no value at run time. */
  readonly output?: T;
}

/** An announcement that the studio sends to screens or commands, with the type of its data. */
export interface Announcement<T = unknown> {
  readonly data?: T;
}

export type ChannelList = Readonly<Record<string, Channel>>;
export type EventList = Readonly<Record<string, Announcement>>;

export type ChannelInput<C extends Channel> = v.InferOutput<C['input']>;
export type ChannelOutput<C extends Channel> = C extends Channel<Schema, infer T> ? T : never;
export type EventPayload<A extends Announcement> = A extends Announcement<infer T> ? T : never;

/** Declares a channel that changes nothing and can be called repeatedly. */
export function query<S extends Schema>(input: S): { returns<T>(): Channel<S, T> } {
  return { returns: () => ({ kind: 'query', input }) };
}

/** Declares a channel that changes something and is sent once. */
export function command<S extends Schema>(input: S): { returns<T>(): Channel<S, T> } {
  return { returns: () => ({ kind: 'command', input }) };
}

export function event<T>(): Announcement<T> {
  return {};
}
