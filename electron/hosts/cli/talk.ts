import { basename } from 'node:path';
import type { Problem } from '#shared/problem.ts';
import type { CommandEvent, JobLine } from '#shared/views/command-line.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import { changeText, withCommand } from './change-text.ts';
import type { Context } from './context.ts';
import { askAboutLargeDrop, unansweredText } from './large-drop-text.ts';
import { askAboutDeletion } from './custom-models/deletion-text.ts';
import { isModelEvent, printModelEvent } from './custom-models/print.ts';
import { jobText } from './job-line.ts';
import type { Output } from './output.ts';

/** Prints what happens while a command works, and puts its questions on the terminal. */
export function talkOf(
  { out, ask }: Pick<Context, 'out' | 'ask'>,
  lineText: (line: JobLine) => string = jobText,
): Talk {
  return {
    tell: (event) =>
      event.kind === 'job' ? out.result(event.line, lineText(event.line)) : print(out, event),
    // a pipe that nobody reads holds this process up
    backlog: () => null,
    async ask(question) {
      if (ask === null) return null;
      return question.kind === 'large-drop'
        ? askAboutLargeDrop(ask, question)
        : askAboutDeletion(ask, question);
    },
  };
}

function print(out: Output, event: Exclude<CommandEvent, { kind: 'job' }>): void {
  if (isModelEvent(event)) return printModelEvent(out, event);
  switch (event.kind) {
    case 'progress':
      return out.progress(
        `${event.ended} ended, ${event.running} under way, ${event.waiting} waiting`,
      );
    case 'waiting':
      return out.warn(`waiting, ${sentence(event.problem)}`);
    case 'no-longer-waiting':
      return out.warn('no longer waiting');
    case 'service-away':
      return out.warn(`${sentence(event.problem)} It is waited for.`);
    case 'job-changed':
      return out.result({ job: event.job, state: event.state }, changeText(event));
    case 'job-unchanged':
      return out.problem(withCommand(event.job, event.problem));
    case 'watching':
      return out.warn(`Watching ${event.path}; Ctrl-C ends.`);
    case 'folder-back':
      return out.warn(`The folder ${event.path} is there again.`);
    case 'folder-goes-on':
      return out.warn(`The folder ${event.path} goes on.`);
    case 'unpaired': {
      const { file, waitsFor } = event;
      const wanted = waitsFor === 'photo' ? 'its photo' : `its ticket ${basename(file)}.json`;
      return out.warn(`waiting: ${file} is not taken before ${wanted} comes.`);
    }
    case 'note':
      return out.warn(event.message);
    case 'unanswered-drop':
      return out.warn(unansweredText(event));
    case 'psd-progress':
      return out.progress(`The service is making the PSD, ${event.seconds} s`);
    case 'closing':
      return out.warn(
        'The Darkslide that does the work is closing. Work goes on when it runs again.',
      );
  }
}

function sentence({ code, message }: Problem): string {
  return `${code}: ${message}`;
}
