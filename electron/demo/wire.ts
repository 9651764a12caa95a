/** Sends an answer completely, or incompletely if a fault of the connection requires that. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { OpenContent } from './content.ts';
import type { FaultEffect } from './faults.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Wire = FaultEffect['wire'];

/**
 * Closes or resets the connection, or leaves it open, without an answer. Returns false if the fault
 * requires an answer.
 */
function sendNothing(response: ServerResponse, wire: Wire): boolean {
  if (wire === 'hang') return true;
  if (wire === 'close') response.socket?.destroy();
  else if (wire === 'reset' || wire === 'reset-unread') response.socket?.resetAndDestroy();
  else return false;
  return true;
}

/**
 * Returns the length that the answer's header states, the number of bytes to send, and whether the
 * connection ends afterwards.
 */
function measure(length: number, wire: Wire): { claimed: number; sent: number; ends: boolean } {
  if (wire === 'half') return { claimed: length, sent: Math.floor(length / 2), ends: true };
  if (typeof wire === 'object') {
    return { claimed: Math.max(0, length + wire.lengthBy), sent: length, ends: true };
  }
  return { claimed: length, sent: length, ends: false };
}

function head(ends: boolean, claimed: number): Record<string, string> {
  return { 'content-length': String(claimed), ...(ends ? { connection: 'close' } : {}) };
}

/** Sends a short answer. */
export function send(response: ServerResponse, answer: Answer, wire: Wire): void {
  if (response.destroyed || sendNothing(response, wire)) return;
  const { claimed, sent, ends } = measure(answer.body.length, wire);
  response.writeHead(answer.status, { ...answer.headers, ...head(ends, claimed) });
  const body = answer.body.subarray(0, sent);
  if (ends) response.write(body, () => response.socket?.destroySoon());
  else response.end(body);
}

/** Sends a picture or PSD. */
export async function sendContent(
  response: ServerResponse,
  content: OpenContent,
  wire: Wire,
): Promise<void> {
  if (response.destroyed || sendNothing(response, wire)) return;
  const { claimed, sent, ends } = measure(content.length, wire);
  response.writeHead(content.status, { ...content.headers, ...head(ends, claimed) });
  if (sent === 0) return void response.end();
  try {
    await pipeline(content.read(sent), response, { end: !ends });
    if (ends) response.socket?.destroySoon();
  } catch {
    // The client has disconnected or the demo service is closing, so no answer is needed.
    response.destroy();
  }
}
