import { Client } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { configOf, type DatabaseAccess } from './connection.ts';

/** What changed in the shared studio. */
export type Topic = 'documents' | 'claims' | 'work';

/** The channel of all notifications; the payload is the topic. */
const CHANNEL = 'darkslide';
/** Wait in ms before the next attempt to connect. */
const RETRY = 5000;
/** Interval in ms between two checks whether the connection still works. */
const CHECK = 60_000;

interface ListenParts {
  readonly access: DatabaseAccess;
  readonly clock: Clock;
  /** Called for each notification, and with null whenever notifications may have been missed. */
  readonly onChange: (topic: Topic | null) => void;
}

/** A connection that receives the notifications of the shared studio. */
export interface Listener {
  /** Whether notifications arrive now. If not, callers must look for changes at regular intervals. */
  readonly isConnected: () => boolean;
  /** Keeps a connection open, and reopens it if it breaks, until `signal` aborts. */
  listen(signal: AbortSignal): Promise<void>;
}

export function createListener({ access, clock, onChange }: ListenParts): Listener {
  let isConnected = false;

  const connect = async (signal: AbortSignal) => {
    const client = new Client(await configOf(access));
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => onChange(topicOf(payload)));
    const ended = AbortSignal.any([signal, lost.signal]);
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      isConnected = true;
      onChange(null);
      while (!ended.aborted) {
        await clock.sleep(CHECK, ended);
        // without a query, nothing reports that a firewall has dropped the connection
        if (!ended.aborted) await client.query('SELECT 1');
      }
    } finally {
      isConnected = false;
      await client.end().catch(() => {});
    }
  };

  return {
    isConnected: () => isConnected,
    async listen(signal) {
      while (!signal.aborted) {
        // the station's loop reports why the database cannot be reached
        await connect(signal).catch(() => {});
        await clock.sleep(RETRY, signal);
      }
    },
  };
}

function topicOf(payload: string | undefined): Topic | null {
  return payload === 'documents' || payload === 'claims' || payload === 'work' ? payload : null;
}
