import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CommandChannel } from '../../app/command-line/place.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import type { Connection } from '../socket/client.ts';
import type { Context, SharedOptions } from './context.ts';

/** The result of a command's work. */
export interface Attempt<R> {
  readonly result: Outcome<R>;
  /** Whether another command did the work and ended before the work was finished. */
  readonly isLeft: boolean;
}

interface Request<C extends CommandChannel> {
  readonly channel: C;
  readonly input: CommandInput<C>;
}

/**
 * Sends the work to the open Darkslide and prints its events. Problems: option-not-taken, studio-gone, those of the
 * work.
 */
export async function workThrough<C extends CommandChannel>(
  { out, t, options, interrupted }: Context,
  { client, holder, close }: Connection,
  { channel, input }: Request<C>,
  talk: Talk,
): Promise<Attempt<CommandResult<C>>> {
  let isClosing = false;
  const stop = () => {
    out.warn(t('holder.stopping'));
    void client.ask('stop', {});
  };
  try {
    const checked = checkOptions(options);
    if (!checked.ok) return { result: checked, isLeft: false };
    const { kind, pid, serviceUrl } = holder;
    out.warn(t('holder.using', { kind: t(`kind.${kind}`), pid, service: serviceUrl ?? t('demo') }));
    client.on('happened', (event) => {
      if (event.kind === 'closing') isClosing = true;
      talk.tell(event);
    });
    client.on('question', ({ number, question }) => {
      void talk.ask(question).then((answer) => client.ask('answer', { question: number, answer }));
    });
    interrupted.addEventListener('abort', stop);
    const asked = client.ask(channel, input);
    if (interrupted.aborted) stop();
    const result = await asked;
    const isGone = isClosing || (!result.ok && result.problem.code === 'studio-gone');
    // Continues the work of a closed command, but not of a window, whose user has seen that it closed.
    return { result, isLeft: isGone && holder.kind === 'command-line' };
  } finally {
    interrupted.removeEventListener('abort', stop);
    close();
  }
}

/** Options that apply to a whole studio, so they cannot be given for a studio that is already open. */
const studioOptions = {
  inFlight: '--in-flight',
  doubtWindow: '--doubt-window',
  keyFile: '--key-file',
} as const satisfies Partial<Record<keyof SharedOptions, string>>;

function checkOptions(options: SharedOptions): Outcome<void> {
  const names = Object.keys(studioOptions) as (keyof typeof studioOptions)[];
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return success();
  const name = studioOptions[given];
  return failure('option-not-taken', { name }, { about: name });
}
