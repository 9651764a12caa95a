import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import * as v from 'valibot';
import { commandLineChannels } from '#shared/contract/command-line-channels.ts';
import type { AnswerFrame } from '#shared/contract/frames.ts';
import { serve } from '#shared/contract/serve.ts';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CommandEvent, Holder, HolderKind } from '#shared/views/command-line.ts';
import type { Admission, CommandLink } from '../../app/command-line/talk.ts';
import type { Clock } from '../../base/clock.ts';
import { ownVersion } from '../../base/version.ts';
import { chooseAddress } from './address.ts';
import { writeControlFile } from './control-file.ts';
import { framePort, LONGEST_FRAME, type FramePort } from './frame-port.ts';
import { hello, type Greeting } from './hello.ts';

export interface ControlOptions {
  /** Absolute path; this process holds its lock. */
  readonly folder: string;
  readonly kind: HolderKind;
  readonly clock: Clock;
  /** Returns the given number of random bytes. */
  readonly secret: (bytes: number) => Buffer;
  /** Admits a command and returns the handlers that answer it. */
  readonly admit: (link: CommandLink) => Promise<Outcome<Admission>>;
  /** Receives errors that a handler threw. */
  readonly onBug: (what: string, error: unknown) => void;
}

/** The socket on which commands reach this process. */
export interface Control {
  /** Waits for commands to end, then removes socket and file. */
  close(): Promise<void>;
}

/** Maximum number of commands connected at the same time. */
const MOST_COMMANDS = 16;
/** Maximum bytes of the first frame. */
const LONGEST_HELLO = 8192;
/** Time limit in ms for the first frame to arrive. */
const HELLO_PATIENCE = 5000;
/** Time limit in ms for commands to end. */
const GOODBYE = 2000;

/**
 * Listens for commands of the same user, and writes a file in the data folder that says how to connect. Problems:
 * control-unavailable, control-not-safe; commands then find the data folder locked.
 */
export async function openControl(options: ControlOptions): Promise<Outcome<Control>> {
  const { folder, kind, clock } = options;
  const about = {
    kind,
    pid: process.pid,
    version: ownVersion(),
    since: new Date(clock.wall()).toISOString(),
  };
  const secret = options.secret(32).toString('hex');
  const closing = new AbortController();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    takeIn(socket, about, secret, options, closing.signal);
  });
  server.maxConnections = MOST_COMMANDS;
  try {
    const address = await chooseAddress(folder);
    if (!address.ok) return address;
    await listen(server, address.value);
    if (process.platform !== 'win32') await chmod(address.value, 0o600);
    await writeControlFile(folder, { ...about, address: address.value, secret });
  } catch (error) {
    server.close();
    return failure('control-unavailable', {}, { detail: causeText(error) });
  }
  return success({
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      closing.abort();
      const patience = new AbortController();
      await Promise.race([closed, clock.sleep(GOODBYE, patience.signal)]);
      patience.abort();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
}

async function listen(server: Server, address: string): Promise<void> {
  server.listen({ path: address, exclusive: true });
  await once(server, 'listening');
  // An error of one connection must not affect others.
  server.on('error', () => {});
}

/** Waits for the secret; closes a connection without the right secret, without an answer. */
function takeIn(
  socket: Socket,
  about: Pick<Holder, 'kind' | 'pid' | 'version' | 'since'>,
  secret: string,
  { clock, admit, onBug }: ControlOptions,
  closing: AbortSignal,
): void {
  let isKnown = false;
  const port: FramePort<AnswerFrame | Greeting, unknown> = framePort(socket, () =>
    isKnown ? LONGEST_FRAME : LONGEST_HELLO,
  );
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const ending = AbortSignal.any([gone.signal, closing]);
  void clock.sleep(HELLO_PATIENCE, ending).then(() => isKnown || port.close());

  const welcome = async (version: string): Promise<void> => {
    if (version !== about.version) {
      return port.post({ kind: 'refused', problem: otherVersion(version, about.version) });
    }
    const admitted = await admit(linkOver(port, ending));
    if (!admitted.ok) return port.post({ kind: 'refused', problem: admitted.problem });
    const { dataFolder, serviceUrl, handlers } = admitted.value;
    serve(port, commandLineChannels, handlers, onBug);
    port.post({ kind: 'welcome', holder: { ...about, dataFolder, serviceUrl } });
    const sayGoodbye = () => port.post(happened({ kind: 'closing' }));
    closing.addEventListener('abort', sayGoodbye, { signal: gone.signal });
  };
  port.onFrame((frame) => {
    port.onFrame(null);
    const said = v.safeParse(hello, frame);
    if (!said.success || !isSame(said.output.secret, secret)) return port.close();
    isKnown = true;
    welcome(said.output.version).catch((error: unknown) => {
      onBug('a command', error);
      port.close();
    });
  });
}

function linkOver(port: FramePort<AnswerFrame, unknown>, ending: AbortSignal): CommandLink {
  return {
    tell: (event) => port.post(happened(event)),
    backlog: port.backlog,
    put: (number, question) =>
      port.post({ kind: 'event', name: 'question', data: { number, question } }),
    ending,
  };
}

function happened(data: CommandEvent): AnswerFrame {
  return { kind: 'event', name: 'happened', data };
}

/** Compares two secrets in constant time. */
function isSame(said: string, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(said), hash(secret));
}

function otherVersion(theirs: string, ours: string): Problem {
  return failure('version-differs', { ours, theirs }, { about: ours }).problem;
}
