import type { HandlersFor } from '#shared/contract/serve.ts';
import type { CommandLineChannels } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CommandEvent, CommandQuestion, Holder } from '#shared/views/command-line.ts';

/** Communication between a command and the user who runs it. */
export interface Talk {
  tell(event: CommandEvent): void;
  /**
   * Returns null while the reader keeps up with the output; otherwise a promise that resolves when more can be written.
   */
  backlog(): Promise<void> | null;
  /** Asks a question; returns null if there is no terminal or the input has ended. */
  ask(question: CommandQuestion): Promise<string | null>;
}

/** The connection to a command in another process. */
export interface CommandLink extends Pick<Talk, 'tell' | 'backlog'> {
  put(number: number, question: CommandQuestion): void;
  /** Aborted when the command must end, because its process has ended or this process is closing. */
  readonly ending: AbortSignal;
}

/** The part of the open Darkslide that a command in another process may use. */
export interface Admission extends Pick<Holder, 'dataFolder' | 'serviceUrl'> {
  readonly handlers: HandlersFor<CommandLineChannels>;
}

/** The questions and the stop signal of one connection. */
export interface LinkTalk {
  readonly talk: Talk;
  /** Aborted when the user stops the command, or the connection ends. */
  readonly stopped: AbortSignal;
  readonly handlers: Pick<HandlersFor<CommandLineChannels>, 'stop' | 'answer'>;
}

export function talkOver(link: CommandLink): LinkTalk {
  const stopping = new AbortController();
  const stopped = AbortSignal.any([link.ending, stopping.signal]);
  const open = new Map<number, (answer: string | null) => void>();
  let last = 0;
  stopped.addEventListener('abort', () => {
    for (const settle of open.values()) settle(null);
  });
  const done: Outcome<null> = success(null);
  return {
    talk: {
      tell: link.tell,
      backlog: link.backlog,
      ask(question) {
        if (stopped.aborted) return Promise.resolve(null);
        last += 1;
        const number = last;
        return new Promise((resolve) => {
          open.set(number, (answer) => {
            open.delete(number);
            resolve(answer);
          });
          link.put(number, question);
        });
      },
    },
    stopped,
    handlers: {
      stop() {
        stopping.abort();
        return done;
      },
      answer({ question, answer }) {
        open.get(question)?.(answer);
        return done;
      },
    },
  };
}
