import { flushSync, mount, unmount, type Component } from 'svelte';
import { expect, onTestFinished, vi } from 'vitest';
import { createPair } from '#shared/contract/pair.ts';
import { serve, type Handlers } from '#shared/contract/serve.ts';
import type { AnswerFrame, ScreenPort, StudioPort } from '#shared/contract/frames.ts';
import { channels, type StudioChange, type ChannelName, type Input } from '#shared/ipc.ts';
import { failure } from '#shared/page-failure.ts';
import type { Outcome } from '#shared/problem.ts';
import { noticesHere, putAway } from '../data/notices.svelte.ts';
import { go, views } from '../data/place.svelte.ts';
import { createStudio, studioContext } from '../data/studio.svelte.ts';
import { speak } from '../texts/texts.svelte.ts';
import '../styles/window.css';

/** Answers of a studio with plain data. A request without an answer fails the test. */
export type Answers = { -readonly [C in ChannelName]?: Handlers[C] };

/** How a test shows a component. */
interface Shown<Props> {
  readonly answers: Answers;
  readonly props?: Props;
  /** The address of the page, such as `#/queue?text=4`. */
  readonly at?: string;
}

/** A component on a page that is connected, through the real contract, with a studio made of plain answers. */
export interface Stage {
  /** Returns the requests on a channel so far, oldest first. */
  asked<C extends ChannelName>(channel: C): readonly Input<C>[];
  /** Reports that parts of the studio have changed. */
  tell(...parts: StudioChange['parts']): void;
}

/** Shows a component, as the window does, until the test ends. Any Svelte warning fails the test. */
export function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  { answers, props, at = '#/folders' }: Shown<Props>,
): Stage {
  const asked: { readonly channel: ChannelName; readonly input: unknown }[] = [];
  const complaints: string[] = [];
  let studioEnd: StudioPort | null = null;

  const answer = (channel: ChannelName, input: unknown, signal: AbortSignal) => {
    asked.push({ channel, input });
    // the type is safe, because the contract has checked `input` against the schema of this channel
    const one = answers[channel] as
      ((input: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>) | undefined;
    if (one !== undefined) return one(input, signal);
    complaints.push(`The test has no answer for ${channel}.`);
    return failure({ code: 'internal', message: `The test has no answer for ${channel}.` });
  };
  const handlers = Object.fromEntries(
    (Object.keys(channels) as ChannelName[]).map((channel) => [
      channel,
      (input: unknown, signal: AbortSignal) => answer(channel, input, signal),
    ]),
  ) as unknown as Handlers;

  function open(): ScreenPort {
    const { screen, studio } = createPair();
    studioEnd = studio;
    serve(studio, channels, handlers, (channel, error) =>
      complaints.push(`${channel}: ${String(error)}`),
    );
    return screen;
  }
  const studio = createStudio({
    open,
    media: '/no-media/',
    files: null,
    isSignedIn: () => Promise.resolve(null),
    onSignedIn: () => {},
  });
  const warning = vi.spyOn(console, 'warn').mockImplementation((...told: unknown[]) => {
    complaints.push(told.join(' '));
  });
  document.documentElement.dataset['appearance'] = 'dark';
  location.hash = at;
  // dispatched here, because the browser dispatches this event only after the component has been mounted
  dispatchEvent(new HashChangeEvent('hashchange'));
  const target = document.createElement('div');
  target.id = 'app';
  document.body.append(target);
  const shown = mount<Props, Record<string, unknown>>(component, {
    target,
    // a component without properties accepts an empty object
    props: props ?? ({} as Props),
    context: studioContext(studio),
  });
  flushSync();
  onTestFinished(async () => {
    await unmount(shown);
    target.remove();
    await forgetState();
    warning.mockRestore();
    expect(complaints).toEqual([]);
  });

  return {
    asked: <C extends ChannelName>(channel: C) =>
      asked.filter((one) => one.channel === channel).map(({ input }) => input as Input<C>),
    tell(...parts) {
      const data: StudioChange = { parts, jobs: null };
      studioEnd?.post({ kind: 'event', name: 'changed', data } satisfies AnswerFrame);
    },
  };
}

/** Resets the state of the page, which would otherwise last from one test to the next. */
async function forgetState(): Promise<void> {
  forgetNotices();
  await speak('en');
  // removes notices in English, which were hidden while another language was set
  forgetNotices();
}

function forgetNotices(): void {
  for (const view of views) {
    go(view);
    for (const { id } of noticesHere()) putAway(id);
  }
}
