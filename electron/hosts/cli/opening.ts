import { randomBytes } from 'node:crypto';
import { causeText, success, type Problem } from '#shared/problem.ts';
import type { CommandSetup, OpeningEvent } from '../../app/command-line/setup.ts';
import { systemClock } from '../../base/clock.ts';
import type { Output } from './output.ts';
import type { Speech } from './speech.ts';

/** Prints an event that occurs while a command opens or closes its studio. */
export function printOpening(
  out: Output,
  { t, told }: Pick<Speech, 't' | 'told'>,
  event: OpeningEvent,
): void {
  switch (event.kind) {
    case 'notice':
      return out.warn(noticeText({ t, told }, event.problem));
    case 'service':
      return out.say(
        event.isDemo
          ? t('opening.demo', { url: event.serviceUrl })
          : t('opening.service', { url: event.serviceUrl }),
      );
    case 'demo-ledger':
      return out.say(t('opening.demoLedger'));
    case 'demo-cards':
      return out.say(t('opening.demoCards'));
    case 'stopping':
      return out.warn(t('opening.stopping'));
  }
}

/** Opens the socket of a command's studio. If that fails, other commands find the data folder locked. */
export function letCommandsIn(out: Output, speech: Speech): CommandSetup['letCommandsIn'] {
  return async (folder, admit) => {
    const { openControl } = await import('../socket/server.ts');
    const control = await openControl({
      folder,
      kind: 'command-line',
      clock: systemClock,
      secret: randomBytes,
      admit: (link) => Promise.resolve(success(admit(link))),
      onBug: (what, error) => out.warn(speech.t('opening.bug', { what, cause: causeText(error) })),
    });
    if (control.ok) return control.value.close;
    out.warn(noticeText(speech, control.problem));
    return () => Promise.resolve();
  };
}

/** Returns the output line for a problem that does not end the command. */
export function noticeText({ t, told }: Pick<Speech, 't' | 'told'>, problem: Problem): string {
  return t('notice', { code: problem.code, message: told(problem) });
}
