import * as v from 'valibot';
import type { Channels } from '../ipc.ts';
import { causeText, failure, type Outcome, type Problem } from '../problem.ts';
import type { ChannelOutput, ChannelInput, ChannelList } from './channel.ts';
import { requestFrame, type StudioPort } from './frames.ts';

/** One function for each channel. Expected failures are values; what it throws is a bug. */
export type HandlersFor<L extends ChannelList> = {
  readonly [C in keyof L]: (
    input: ChannelInput<L[C]>,
    signal: AbortSignal,
  ) => Outcome<ChannelOutput<L[C]>> | Promise<Outcome<ChannelOutput<L[C]>>>;
};

/** What a screen may ask for. */
export type Handlers = HandlersFor<Channels>;

/** Requests one screen may have under way; a screen that asks for more is told so. */
const MOST_AT_ONCE = 256;

/**
 * Answers who asks on the channels of `list` until the port closes, which aborts what is under way. Nothing that arrives is
 * trusted: a frame that is none is left unanswered, an unknown channel or a wrong input gets a typed
 * problem and reaches no handler. `onBug` is told what a handler threw.
 */
export function serve<L extends ChannelList>(
  port: StudioPort,
  list: L,
  handlers: HandlersFor<L>,
  onBug: (channel: string, error: unknown) => void,
): void {
  const running = new Map<number, AbortController>();

  const answer = async (id: number, channel: string, input: unknown): Promise<void> => {
    if (running.has(id)) return;
    const work = new AbortController();
    const isTooMany = running.size >= MOST_AT_ONCE;
    running.set(id, work);
    const outcome = isTooMany ? tooMany() : await handle(channel, input, work.signal);
    running.delete(id);
    if (!work.signal.aborted) port.post({ kind: 'answer', id, outcome });
  };

  const handle = async (
    channel: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<Outcome<unknown>> => {
    try {
      const checked = check(list, channel, input);
      if ('problem' in checked) return failure(checked.problem);
      // the schema of this very channel let the input through
      const handler = handlers[checked.channel] as (
        input: unknown,
        signal: AbortSignal,
      ) => Outcome<unknown> | Promise<Outcome<unknown>>;
      return await handler(checked.input, signal);
    } catch (error) {
      if (signal.aborted) return failure('aborted', 'Stopped.');
      onBug(channel, error);
      return failure(
        'internal',
        'Something went wrong in Darkslide, and nothing was done. Nothing you paid for is lost.',
        { detail: causeText(error) },
      );
    }
  };

  port.onFrame((frame) => {
    const parsed = v.safeParse(requestFrame, frame);
    if (!parsed.success) return;
    const request = parsed.output;
    if (request.kind === 'cancel') running.get(request.id)?.abort();
    else void answer(request.id, request.channel, request.input);
  });
  port.onClose(() => {
    port.onFrame(null);
    for (const work of running.values()) work.abort();
  });
}

type CheckedRequest =
  { readonly channel: string; readonly input: unknown } | { readonly problem: Problem };

/** Whether there is such a channel and it takes this input. */
function check(list: ChannelList, channel: string, input: unknown): CheckedRequest {
  const asked = Object.hasOwn(list, channel) ? list[channel] : undefined;
  if (asked === undefined) {
    return failure('request-unknown', `There is no request "${channel.slice(0, 60)}".`, {
      about: channel.slice(0, 60),
    });
  }
  const parsed = v.safeParse(asked.input, input);
  if (parsed.success) return { channel, input: parsed.output };
  const [issue] = parsed.issues;
  const parameter = v.getDotPath(issue) ?? undefined;
  return failure(
    'request-invalid',
    `What was given cannot be used${parameter === undefined ? '' : ` at "${parameter}"`}; nothing was done.`,
    { detail: issue.message.slice(0, 300), ...(parameter === undefined ? {} : { parameter }) },
  );
}

function tooMany(): Outcome<never> {
  return failure(
    'requests-too-many',
    `More than ${MOST_AT_ONCE} requests are running, so nothing was done. Try again in a moment.`,
  );
}
