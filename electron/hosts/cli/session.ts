import type { Problem } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Studio, StudioEvent, StudioOptions } from '../../studio.ts';
import { callbackOf, dataFolderOf, serviceOf, waysOutOf, type Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { limitsIn } from './limits.ts';
import { refuse } from './refuse.ts';

export interface SessionOptions {
  /** What becomes of the command while the service cannot be reached. */
  readonly unreachable: 'refuse' | 'wait';
  /** What a person may do instead while another Darkslide works in the data folder. */
  readonly instead?: string;
  readonly demoSpeed?: StudioOptions['demoSpeed'];
}

export type Listener = (event: StudioEvent) => void;

/**
 * Opens the studio, makes sure that the service takes the key, runs `work` and stops the studio
 * whatever comes of it. `listen` tells `work` what happens from then on. Closed gates are told once
 * each on stderr.
 */
export async function withStudio(
  context: Context,
  options: SessionOptions,
  work: (studio: Studio, listen: (listener: Listener) => void) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { out } = context;
  const service = serviceOf(context);
  if (!service.ok) return refuse(context, service.problem);

  // the rest of the studio is only loaded by commands that need it, so that --help is quick
  const { openStudio } = await import('../../studio.ts');
  let listener: Listener = () => {};
  const notices = createNotices(context);
  const callback = callbackOf(context);
  const opened = await openStudio(
    {
      dataFolder: dataFolderOf(context),
      service: service.value,
      ...waysOutOf(context),
      limits: limitsIn(context),
      access: context.start.access,
      ...(callback === undefined ? {} : { callback }),
      ...(options.demoSpeed === undefined ? {} : { demoSpeed: options.demoSpeed }),
    },
    (event) => {
      if (event.kind === 'gates') notices.tell(studio?.closedGates() ?? []);
      if (event.kind === 'notice') out.warn(`${event.problem.code}: ${event.problem.message}`);
      if (event.kind === 'gone') context.giveUp(event.problem);
      listener(event);
    },
  );
  const studio = opened.ok ? opened.value : null;
  if (!opened.ok) return refuse(context, withAdvice(opened.problem, options.instead));
  try {
    sayService(context, opened.value);
    const problem = await preflight(opened.value.service, options.unreachable, context);
    if (problem !== null) return refuse(context, problem);
    return await work(opened.value, (next) => {
      listener = next;
    });
  } finally {
    if (context.interrupted.aborted) out.warn('Stopping; what is under way comes to a safe end.');
    await opened.value.stop();
  }
}

function withAdvice(problem: Problem, instead: string | undefined): Problem {
  if (problem.code !== 'data-folder-locked' || instead === undefined) return problem;
  return { ...problem, message: `${problem.message} ${instead}` };
}

export function sayService(
  { out }: Context,
  { isDemo, serviceUrl }: { readonly isDemo: boolean; readonly serviceUrl: string },
): void {
  out.say(
    isDemo
      ? `Demo service: ${serviceUrl} (nothing is charged; --service names a real one)`
      : `Service: ${serviceUrl}`,
  );
}

/** Asks the service something small before any photo is taken in: the answer tests way and key. */
async function preflight(
  service: Service,
  unreachable: SessionOptions['unreachable'],
  { out, interrupted }: Context,
): Promise<Problem | null> {
  const answer = await service.info(
    { agentName: 'removeBG', agentVersion: 'v1.0', pageSize: 1 },
    { signal: interrupted },
  );
  if (answer.ok) return null;
  const { failure } = answer;
  const problem = failureProblem(failure);
  if (failure.kind === 'unauthorised') return problem;
  // the service's own no to this question says that it is there
  if (failure.kind === 'refused' || failure.kind === 'aborted') return null;
  if (unreachable === 'refuse') return problem;
  out.warn(`${problem.code}: ${problem.message} It is waited for.`);
  return null;
}

interface Notices {
  tell(closed: readonly { readonly gate: string; readonly problem: Problem }[]): void;
}

/** One notice for what all photos wait for, and not again before it was over. */
function createNotices({ out }: Context): Notices {
  let told = new Set<string>();
  return {
    tell(closed) {
      const now = new Map(closed.map((g) => [`${g.gate} ${g.problem.code}`, g.problem]));
      for (const [key, problem] of now) {
        if (!told.has(key)) out.warn(`waiting, ${problem.code}: ${problem.message}`);
      }
      if (told.size > 0 && now.size === 0) out.warn('no longer waiting');
      told = new Set(now.keys());
    },
  };
}
