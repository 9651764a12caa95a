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

/** Creates a talk that prints the events of a command and asks its questions on the terminal. */
export function talkOf(
  { out, ask }: Pick<Context, 'out' | 'ask'>,
  lineText: (line: JobLine) => string = jobText,
): Talk {
  return {
    tell: (event) =>
      event.kind === 'job' ? out.result(event.line, lineText(event.line)) : print(out, event),
    // no backlog: a full pipe already slows this process down
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
        `${event.ended} finished, ${event.running} running, ${event.waiting} waiting`,
      );
    case 'waiting':
      return out.warn(`Waiting, ${sentence(event.problem)}`);
    case 'no-longer-waiting':
      return out.warn('No longer waiting.');
    case 'service-away':
      return out.warn(`${sentence(event.problem)} Darkslide keeps trying.`);
    case 'job-changed':
      return out.result({ job: event.job, state: event.state }, changeText(event));
    case 'job-unchanged':
      return out.problem(withCommand(event.job, event.problem));
    case 'watching':
      return event.endsWhenIdle
        ? undefined
        : out.warn(`Watching ${event.path}. Press Ctrl-C to stop.`);
    case 'folder-back':
      return out.warn(`The folder ${event.path} is available again.`);
    case 'folder-goes-on':
      return out.warn(`Processing of ${event.path} resumed.`);
    case 'unpaired': {
      const { file, waitsFor } = event;
      const wanted = waitsFor === 'photo' ? 'its photo' : `its ticket ${basename(file)}.json`;
      return out.warn(`Waiting: ${file} needs ${wanted}.`);
    }
    case 'note':
      return out.warn(event.message);
    case 'unanswered-drop':
      return out.warn(unansweredText(event));
    case 'psd-progress':
      return out.progress(`The service is creating the PSD, ${event.seconds} s`);
    case 'closing':
      return out.warn(
        'The Darkslide that does the work is closing. It continues the work when you open it again.',
      );
  }
}

function sentence({ code, message }: Problem): string {
  return `${code}: ${message}`;
}
