import { basename } from 'node:path';
import type { Problem } from '#shared/problem.ts';
import type { Said } from '#shared/said.ts';
import type { CommandEvent, JobLine } from '#shared/views/command-line.ts';
import type { Talk } from '../../app/command-line/talk.ts';
import { changeText, withCommand } from './change-text.ts';
import type { Context } from './context.ts';
import { askAboutLargeDrop, unansweredText } from './large-drop-text.ts';
import { askAboutDeletion } from './custom-models/deletion-text.ts';
import { isModelEvent, printModelEvent } from './custom-models/print.ts';
import { jobText } from './job-line.ts';
import type { Output } from './output.ts';
import type { Speech } from './speech.ts';

type LineText = (speech: Speech, line: JobLine, why: Said | null) => string;

/** Creates a `Talk` that prints the events of a command and asks its questions on the terminal. */
export function talkOf(
  { out, ask, t, told, money }: Pick<Context, 'out' | 'ask' | keyof Speech>,
  lineText: LineText = jobText,
): Talk {
  const speech = { t, told, money };
  return {
    tell: (event) =>
      event.kind === 'job'
        ? out.result(event.line, lineText(speech, event.line, event.why))
        : print(out, speech, event),
    // Never asks the sender to wait, because writing to a full pipe already slows this process down.
    backlog: () => null,
    async ask(question) {
      if (ask === null) return null;
      return question.kind === 'large-drop'
        ? askAboutLargeDrop(speech, ask, question)
        : askAboutDeletion(t, ask, question);
    },
  };
}

function print(out: Output, speech: Speech, event: Exclude<CommandEvent, { kind: 'job' }>): void {
  const { t, told } = speech;
  if (isModelEvent(event)) return printModelEvent(out, speech, event);
  switch (event.kind) {
    case 'progress': {
      const { ended, running, waiting } = event;
      return out.progress(t('work.progress', { ended, running, waiting }));
    }
    case 'waiting':
      return out.warn(waitingText(speech, event.problem));
    case 'no-longer-waiting':
      return out.warn(t('work.noLongerWaiting'));
    case 'service-away': {
      const { code } = event.problem;
      return out.warn(t('work.serviceAway', { code, message: told(event.problem) }));
    }
    case 'job-changed': {
      const { job, state, newJob } = event;
      const replaced = newJob === null ? {} : { newJob };
      return out.result({ job, state, ...replaced }, changeText(t, event));
    }
    case 'job-unchanged':
      return out.problem(withCommand(speech, event.job, event.problem));
    case 'watching':
      return event.endsWhenIdle ? undefined : out.warn(t('watch.watching', { path: event.path }));
    case 'folder-back':
      return out.warn(t('watch.back', { path: event.path }));
    case 'folder-goes-on':
      return out.warn(t('watch.goesOn', { path: event.path }));
    case 'unpaired': {
      const { file, waitsFor } = event;
      return out.warn(
        waitsFor === 'photo'
          ? t('watch.needsPhoto', { file })
          : t('watch.needsTicket', { file, ticket: `${basename(file)}.json` }),
      );
    }
    case 'polling':
      return out.warn(t('watch.polling', { detail: event.detail, seconds: event.seconds }));
    case 'without-cards': {
      const { code } = event.problem;
      return out.warn(t('models.withoutCards', { code, message: told(event.problem) }));
    }
    case 'unanswered-drop':
      return out.warn(unansweredText(speech, event));
    case 'psd-progress':
      return out.progress(t('psd.progress', { seconds: event.seconds }));
    case 'closing':
      return out.warn(t('holder.closing'));
  }
}

/** Returns the output line for the problem that all work waits for. */
export function waitingText({ t, told }: Speech, problem: Problem): string {
  return t('work.waiting', { code: problem.code, message: told(problem) });
}
