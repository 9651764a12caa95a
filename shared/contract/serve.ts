import * as v from 'valibot';
import type { Channels } from '../ipc.ts';
import { failure } from '../page-failure.ts';
import { causeText, type Outcome, type Problem } from '../problem.ts';
import type { ChannelOutput, ChannelInput, ChannelList } from './channel.ts';
import { requestFrame, type StudioPort } from './frames.ts';

/** A function for each channel. Expected failures are values; a thrown error is a bug. */
export type HandlersFor<L extends ChannelList> = {
  readonly [C in keyof L]: (
    input: ChannelInput<L[C]>,
    signal: AbortSignal,
  ) => Outcome<ChannelOutput<L[C]>> | Promise<Outcome<ChannelOutput<L[C]>>>;
};

/** The handlers for requests of a screen. */
export type Handlers = HandlersFor<Channels>;

/** Maximum number of requests of one screen at the same time; more are refused. */
const MOST_AT_ONCE = 256;

/**
 * Answers requests on the channels of `list` until the port closes, which aborts running requests. Incoming data is not
 * trusted: an invalid frame is ignored, and an unknown channel or invalid input is answered with a problem before any
 * handler is called. `onBug` receives errors that a handler threw.
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
      // The type is right, because the input has passed the schema of this channel.
      const handler = handlers[checked.channel] as (
        input: unknown,
        signal: AbortSignal,
      ) => Outcome<unknown> | Promise<Outcome<unknown>>;
      return await handler(checked.input, signal);
    } catch (error) {
      if (signal.aborted) return failure('aborted');
      onBug(channel, error);
      return failure('internal.request', {}, { detail: causeText(error) });
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

/** Checks that the channel exists and that the input is valid. */
function check(list: ChannelList, channel: string, input: unknown): CheckedRequest {
  const asked = Object.hasOwn(list, channel) ? list[channel] : undefined;
  if (asked === undefined) {
    return failure(
      'request-unknown',
      { channel: channel.slice(0, 60) },
      {
        about: channel.slice(0, 60),
      },
    );
  }
  const parsed = v.safeParse(asked.input, input);
  if (parsed.success) return { channel, input: parsed.output };
  const [issue] = parsed.issues;
  const parameter = v.getDotPath(issue) ?? undefined;
  const detail = issue.message.slice(0, 300);
  return parameter === undefined
    ? failure('request-invalid', {}, { detail })
    : failure('request-invalid.field', { field: parameter }, { detail, parameter });
}

function tooMany(): Outcome<never> {
  return failure('requests-too-many', { most: MOST_AT_ONCE });
}
