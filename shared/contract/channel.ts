import type * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

/** A channel: what it is asked with, checked on arrival, and the type of what it answers. */
export interface Channel<S extends Schema = Schema, T = unknown> {
  readonly kind: 'query' | 'command';
  readonly input: S;
  /** Only a type; there is no value. */
  readonly output?: T;
}

/** A kind of announcement and the type of its data. */
export interface Announcement<T = unknown> {
  readonly data?: T;
}

export type ChannelList = Readonly<Record<string, Channel>>;
export type EventList = Readonly<Record<string, Announcement>>;

export type ChannelInput<C extends Channel> = v.InferOutput<C['input']>;
export type ChannelOutput<C extends Channel> = C extends Channel<Schema, infer T> ? T : never;
export type EventPayload<A extends Announcement> = A extends Announcement<infer T> ? T : never;

/** Changes nothing; may be asked again at will. */
export function query<S extends Schema>(input: S): { returns<T>(): Channel<S, T> } {
  return { returns: () => ({ kind: 'query', input }) };
}

/** Does something; sent once. */
export function command<S extends Schema>(input: S): { returns<T>(): Channel<S, T> } {
  return { returns: () => ({ kind: 'command', input }) };
}

export function event<T>(): Announcement<T> {
  return {};
}
