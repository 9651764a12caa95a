import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { createClient, type ClientOf } from '#shared/contract/client.ts';
import type {
  CommandLineChannels,
  CommandLineEvents,
} from '#shared/contract/command-line-channels.ts';
import type { AnswerFrame, RequestFrame } from '#shared/contract/frames.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Holder } from '#shared/views/command-line.ts';
import type { Clock } from '../../base/clock.ts';
import { ownVersion } from '../../base/version.ts';
import { checkAddress } from './address.ts';
import { readControlFile, type ControlFile } from './control-file.ts';
import { framePort, LONGEST_FRAME, type FramePort } from './frame-port.ts';
import { greeting, type Hello } from './hello.ts';

/** A connection to the Darkslide that is open on a data folder, for one command. */
export interface Connection {
  readonly holder: Holder;
  readonly client: ClientOf<CommandLineChannels, CommandLineEvents>;
  close(): void;
}

/** Time limit in ms for the other Darkslide to send its greeting; it may be changing its service. */
const GREETING_PATIENCE = 30_000;

/**
 * Connects to the Darkslide that is open on a data folder; null if none answers. First checks that the control file and
 * the socket belong only to this user. Problems: control-not-safe, version-differs, and the reason for which the other
 * Darkslide has no studio open.
 */
export async function connectTo(
  folder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome<Connection | null>> {
  const control = readControlFile(folder);
  if (!control.ok || control.value === null) return control.ok ? success(null) : control;
  const address = checkAddress(control.value.address);
  if (!address.ok) return address;
  return address.value === 'gone' ? success(null) : greet(control.value, clock, signal);
}

async function greet(
  { address, secret }: ControlFile,
  clock: Clock,
  signal: AbortSignal,
): Promise<Outcome<Connection | null>> {
  const socket = connect({ path: address });
  const port: FramePort<RequestFrame | Hello, unknown> = framePort(socket, () => LONGEST_FRAME);
  // Node buffers this frame until the socket is connected.
  port.post({ kind: 'hello', secret, version: ownVersion() });
  const first = await firstFrame(port, socket, clock, signal);
  const said = v.safeParse(greeting, first);
  if (said.success && said.output.kind === 'welcome') {
    return success({
      holder: said.output.holder,
      client: createClient<CommandLineChannels, CommandLineEvents>(
        port as FramePort<RequestFrame, AnswerFrame>,
      ),
      close: port.close,
    });
  }
  port.close();
  return said.success && said.output.kind === 'refused'
    ? failure(said.output.problem)
    : success(null);
}

/** Returns the first frame; undefined if none arrives in time. */
async function firstFrame(
  port: FramePort<Hello, unknown>,
  socket: Socket,
  clock: Clock,
  signal: AbortSignal,
): Promise<unknown> {
  const came = Promise.withResolvers<unknown>();
  port.onFrame((frame) => {
    port.onFrame(null);
    came.resolve(frame);
  });
  socket.once('close', () => came.resolve(undefined));
  const waited = new AbortController();
  const over = clock.sleep(GREETING_PATIENCE, AbortSignal.any([signal, waited.signal]));
  const frame = await Promise.race([came.promise, over.then(() => undefined)]);
  waited.abort();
  return frame;
}
