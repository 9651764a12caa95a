import { randomBytes } from 'node:crypto';
import { causeText, success } from '#shared/problem.ts';
import type { CommandSetup, OpeningEvent } from '../../app/command-line/setup.ts';
import { systemClock } from '../../base/clock.ts';
import type { Output } from './output.ts';

/** Prints an event of opening or closing the studio of a command. */
export function printOpening(out: Output, event: OpeningEvent): void {
  switch (event.kind) {
    case 'notice':
      return out.warn(`${event.problem.code}: ${event.problem.message}`);
    case 'service':
      return out.say(
        event.isDemo
          ? `Demo service: ${event.serviceUrl} (nothing is charged; use --service for the real service)`
          : `Service: ${event.serviceUrl}`,
      );
    case 'demo-ledger':
      return out.say('Ledger of the demo service; use --service for the real service.');
    case 'demo-cards':
      return out.say('Cards of the demo service; use --service for the real service.');
    case 'stopping':
      return out.warn('Stopping; running steps are finished first.');
  }
}

/** Opens the socket of a command's studio. Without a socket, other commands find the data folder locked. */
export function letCommandsIn(out: Output): CommandSetup['letCommandsIn'] {
  return async (folder, admit) => {
    const { openControl } = await import('../socket/server.ts');
    const control = await openControl({
      folder,
      kind: 'command-line',
      clock: systemClock,
      secret: randomBytes,
      admit: (link) => Promise.resolve(success(admit(link))),
      onBug: (what, error) =>
        out.warn(
          `internal: Something went wrong at "${what}" of another command. ${causeText(error)}`,
        ),
    });
    if (control.ok) return control.value.close;
    out.warn(`${control.problem.code}: ${control.problem.message}`);
    return () => Promise.resolve();
  };
}
