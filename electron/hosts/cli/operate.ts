import { realpathSync } from 'node:fs';
import type {
  CommandInput,
  CommandLineChannels,
  CommandResult,
} from '#shared/contract/command-line-channels.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Holder, HolderKind } from '#shared/views/command-line.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import { systemClock } from '../../base/clock.ts';
import { errorCode } from '../../base/files.ts';
import { connectTo, type Connection } from '../socket/client.ts';
import { homeOf, type Context, type SharedOptions } from './context.ts';
import { talkOf } from './talk.ts';

/** What was opened in this process for the work of a command. */
export interface Opened<P> {
  readonly parts: P;
  close(): Promise<void>;
}

/** The work of a command: done here, or by the Darkslide that is open on the data folder. */
export interface Operation<C extends keyof CommandLineChannels, P> {
  readonly channel: C;
  readonly input: CommandInput<C>;
  readonly place: Place;
  open(): Promise<Outcome<Opened<P>>>;
  work(parts: P, talk: Talk, signal: AbortSignal): Promise<Outcome<CommandResult<C>>>;
}

/** The ledger that a command means. */
export interface Place {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Checked address of the service, null for the demo; undefined for that of the ledger, whichever it is. */
  readonly serviceUrl?: string | null;
}

/** With these another Darkslide may be able to do what this process cannot. */
const leadsToHolder: readonly Problem['code'][] = ['data-folder-locked', 'service-key-missing'];

/**
 * Opens what the work needs and does it. Where another Darkslide holds the data folder, that one does the
 * work, with its own key and limits, and this process prints. Problems: those of opening and of the work,
 * control-not-safe, version-differs, open-with-other-service, option-not-taken, studio-gone.
 */
export async function operate<C extends keyof CommandLineChannels, P>(
  context: Context,
  operation: Operation<C, P>,
): Promise<Outcome<CommandResult<C>>> {
  const { interrupted } = context;
  const talk = talkOf(context);
  for (let isSecond = false; ; isSecond = true) {
    const opened = await operation.open();
    if (opened.ok) {
      try {
        return await operation.work(opened.value.parts, talk, interrupted);
      } finally {
        await opened.value.close();
      }
    }
    if (!leadsToHolder.includes(opened.problem.code)) return opened;
    const found = await findHolder(context, operation.place);
    if (!found.ok) return found;
    if (found.value !== null) return workThrough(context, found.value, operation, talk);
    // whoever held it may have ended meanwhile
    if (isSecond || interrupted.aborted) return opened;
  }
}

/** Null where no Darkslide answers. Problems: those of `connectTo`, open-with-other-service. */
async function findHolder(context: Context, place: Place): Promise<Outcome<Connection | null>> {
  let other: Holder | null = null;
  // a window that shows the demo is reached in its own data folder
  for (const folder of new Set([place.folder, homeOf(context)])) {
    const reached = await connectTo(folder, systemClock, context.interrupted);
    if (!reached.ok || reached.value === null) {
      if (!reached.ok) return reached;
      continue;
    }
    const { holder, close } = reached.value;
    if (isAt(holder, place)) return reached;
    close();
    other ??= holder;
  }
  return other === null ? success(null) : otherService(other);
}

function isAt(holder: Holder, { folder, serviceUrl }: Place): boolean {
  const isSameService = serviceUrl === undefined || serviceUrl === holder.serviceUrl;
  return isSameService && realPath(holder.dataFolder) === realPath(folder);
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return folder;
  }
}

function otherService(holder: Holder): Outcome<never> {
  const name = nameOf(holder);
  return failure(
    'open-with-other-service',
    `Darkslide is open on this data folder and works with ${name}. Change the service there, or close it, then run the command again.`,
    { about: name },
  );
}

function nameOf({ serviceUrl }: Holder): string {
  return serviceUrl ?? 'the demo service';
}

/** What is open, for a person. */
export const kindNames: Readonly<Record<HolderKind, string>> = {
  desktop: 'desktop app',
  browser: 'browser page',
  'command-line': 'command line',
};

async function workThrough<C extends keyof CommandLineChannels, P>(
  { out, options, interrupted }: Context,
  { client, holder, close }: Connection,
  { channel, input }: Operation<C, P>,
  talk: Talk,
): Promise<Outcome<CommandResult<C>>> {
  const stop = () => {
    out.warn('Stopping; photos that were taken in go on in the Darkslide that is open.');
    void client.ask('stop', {});
  };
  try {
    const refused = optionNotTaken(options);
    if (refused !== null) return refused;
    out.warn(
      `Working through the Darkslide that is open (${kindNames[holder.kind]}, process ${holder.pid}) with ${nameOf(holder)}.`,
    );
    client.on('happened', talk.tell);
    client.on('question', ({ number, question }) => {
      void talk.ask(question).then((answer) => client.ask('answer', { question: number, answer }));
    });
    interrupted.addEventListener('abort', stop);
    const asked = client.ask(channel, input);
    if (interrupted.aborted) stop();
    return await asked;
  } finally {
    interrupted.removeEventListener('abort', stop);
    close();
  }
}

/** These hold for all the work of a studio, which another process has begun without them. */
const studioOptions = {
  inFlight: '--in-flight',
  doubtWindow: '--doubt-window',
  keyFile: '--key-file',
} as const satisfies Partial<Record<keyof SharedOptions, string>>;

function optionNotTaken(options: SharedOptions): Outcome<never> | null {
  const names = Object.keys(studioOptions) as (keyof typeof studioOptions)[];
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return null;
  const name = studioOptions[given];
  return failure(
    'option-not-taken',
    `${name} holds for all work in the data folder, where a Darkslide is already open. Leave it out, or close that Darkslide.`,
    { about: name },
  );
}
