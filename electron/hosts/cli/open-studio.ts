import { randomBytes } from 'node:crypto';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { Work } from '../../app/command-line/report.ts';
import { systemClock } from '../../base/clock.ts';
import { closeAll } from '../../base/closing.ts';
import type { Studio, StudioOptions } from '../../studio.ts';
import {
  askAboveOf,
  callbackOf,
  dataFolderOf,
  serviceOf,
  waysOutOf,
  type Context,
} from './context.ts';
import { limitsIn } from './limits.ts';
import type { Opened, Place } from './operate.ts';

export interface StudioSession {
  /** Lets other commands work through this one while it lasts. */
  readonly takesCommands?: true;
  readonly demoSpeed?: StudioOptions['demoSpeed'];
}

/** The ledger of the service that the command names. Problem: service-bad-url. */
export function studioPlace(context: Context): Outcome<Place> {
  const { service } = context.start;
  const folder = dataFolderOf(context);
  if (service === null) return success({ folder, serviceUrl: null });
  const url = checkServiceUrl(service.url);
  return url.ok ? success({ folder, serviceUrl: url.value }) : url;
}

/**
 * Opens the studio of the service that the command names; nothing runs before it is started. Problems: those of
 * the service's address and key, and of `openStudio`.
 */
export async function openStudioHere(
  context: Context,
  session: StudioSession,
): Promise<Outcome<Opened<Work>>> {
  const { out, start, interrupted } = context;
  const service = serviceOf(context);
  if (!service.ok) return service;

  // the rest of the studio is only loaded by commands that need it, so that --help is quick
  const { openStudio } = await import('../../studio.ts');
  const callback = callbackOf(context);
  const opened = await openStudio(
    {
      dataFolder: dataFolderOf(context),
      service: service.value,
      ...waysOutOf(context),
      limits: limitsIn(context),
      access: start.access,
      ...(callback === undefined ? {} : { callback }),
      ...(session.demoSpeed === undefined ? {} : { demoSpeed: session.demoSpeed }),
    },
    (event) => {
      if (event.kind === 'notice') out.warn(`${event.problem.code}: ${event.problem.message}`);
      if (event.kind === 'gone') context.giveUp(event.problem);
    },
  );
  if (!opened.ok) return opened;
  const studio = opened.value;
  const open = new AsyncDisposableStack();
  open.defer(() => studio.stop());
  open.defer(() => {
    if (interrupted.aborted) out.warn('Stopping; what is under way comes to a safe end.');
  });
  if (session.takesCommands === true) await takeCommands(context, studio, open);
  sayService(context, studio);
  return success({ parts: { studio, isOwn: true }, close: () => closeAll(open) });
}

/** Where no socket can be made, other commands find the data folder locked. */
async function takeCommands(
  context: Context,
  studio: Studio,
  open: AsyncDisposableStack,
): Promise<void> {
  const { out } = context;
  const { admitCommand } = await import('../../app/command-line/handlers.ts');
  const { openControl } = await import('../socket/server.ts');
  const askAbove = askAboveOf(context);
  const { imagesPerDay = null } = limitsIn(context);
  const inForce = { imagesPerDay: () => imagesPerDay, askAbove: () => askAbove };
  const control = await openControl({
    folder: studio.dataFolder,
    kind: 'command-line',
    clock: systemClock,
    secret: randomBytes,
    admit: (link) => Promise.resolve(success(admitCommand(studio, inForce, link))),
    onBug: (what, error) =>
      out.warn(
        `internal: Something went wrong at "${what}" of another command. ${causeText(error)}`,
      ),
  });
  if (control.ok) open.defer(() => control.value.close());
  else out.warn(`${control.problem.code}: ${control.problem.message}`);
}

export function sayService(
  { out }: Pick<Context, 'out'>,
  { isDemo, serviceUrl }: Pick<Studio, 'isDemo' | 'serviceUrl'>,
): void {
  out.say(
    isDemo
      ? `Demo service: ${serviceUrl} (nothing is charged; --service names a real one)`
      : `Service: ${serviceUrl}`,
  );
}
