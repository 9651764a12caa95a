import type { CommandLineChannels } from '#shared/contract/command-line-channels.ts';
import type { HandlersFor } from '#shared/contract/serve.ts';
import { causeText, success } from '#shared/problem.ts';
import type { Holder } from '#shared/views/command-line.ts';
import type { Studio } from '../../studio.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import { interrupted } from '../interrupted.ts';
import { adoptCommand } from './adopt.ts';
import { changeJobsCommand } from './change-jobs.ts';
import { createModelCommand } from './create-model.ts';
import { deleteModelCommand } from './delete-model.ts';
import { dismissCreations } from './dismiss-creations.ts';
import { infoCommand } from './info.ts';
import { listModelsCommand } from './list-models.ts';
import { psdCommand } from './psd.ts';
import { readRecipe } from './recipe.ts';
import { resumeCommand } from './resume.ts';
import { prepareRun, runCommand } from './run.ts';
import { workStatus } from './status.ts';
import { talkOver, type CommandLink } from './talk.ts';
import { waitModelsCommand } from './wait-models.ts';
import { watchCommand } from './watch.ts';

/** What is in force where a studio is open. */
export interface InForce {
  /** Generated images a day over all folders; null for no limit. */
  readonly imagesPerDay: () => number | null;
  /** Photos of a sudden drop that are bought without a question. */
  readonly askAbove: () => number;
}

/** What a command of another process is let in to. */
export interface Admission extends Pick<Holder, 'dataFolder' | 'serviceUrl'> {
  readonly handlers: HandlersFor<CommandLineChannels>;
}

/** Lets a command in to the studio that is open now. */
export function admitCommand(studio: Studio, inForce: InForce, link: CommandLink): Admission {
  return {
    dataFolder: studio.dataFolder,
    serviceUrl: studio.isDemo ? null : studio.serviceUrl,
    handlers: commandHandlers(studio, inForce, link),
  };
}

/**
 * Answers a command of another process on the studio that is open now. Its waits end with the command and
 * with the studio; what it has begun goes on.
 */
function commandHandlers(
  studio: Studio,
  inForce: InForce,
  link: CommandLink,
): HandlersFor<CommandLineChannels> {
  const { talk, stopped, handlers } = talkOver(link);
  const until = (signal: AbortSignal) => AbortSignal.any([signal, stopped, studio.ending]);
  const work = { studio, isOwn: false };
  const whileOpen = whileStudioIsOpen(studio);
  return {
    ...handlers,
    status: () => success(workStatus(studio.ledger, studio, inForce.imagesPerDay())),
    'change-jobs': whileOpen((input, signal) =>
      changeJobsCommand(studio, input, talk, until(signal)),
    ),
    adopt: whileOpen((input, signal) => adoptCommand(studio, input, talk, until(signal))),
    run: whileOpen(async (input, signal) => {
      const run = await prepareRun(studio.access, input, until(signal));
      return run.ok ? runCommand(work, run.value, talk, until(signal)) : run;
    }),
    watch: whileOpen(async ({ recipe: given, ...input }, signal) => {
      const recipe = await readRecipe(given, until(signal));
      if (!recipe.ok) return recipe;
      const request = { ...input, recipe: recipe.value, askAbove: inForce.askAbove() };
      return watchCommand(work, request, talk, until(signal));
    }),
    resume: whileOpen((input, signal) => resumeCommand(work, input, talk, until(signal))),
    psd: whileOpen((input, signal) => {
      const { service, access, dataFolder, fetch, place } = studio;
      const parts = { service, access, dataFolder, delivery: { fetch, place } };
      return psdCommand(parts, input, talk, until(signal));
    }),
    info: whileOpen((input, signal) => infoCommand(studio.service, input, until(signal))),
    'list-models': whileOpen((input, signal) =>
      listModelsCommand(studio.service, studio.ledger, input, until(signal)),
    ),
    'wait-models': whileOpen((input, signal) =>
      waitModelsCommand(studio.service, input, talk, until(signal)),
    ),
    'create-model': whileOpen((input, signal) =>
      createModelCommand(work, input, talk, until(signal)),
    ),
    'delete-model': whileOpen((input, signal) =>
      deleteModelCommand(work, input, talk, until(signal)),
    ),
    'dismiss-creations': (input) => success(dismissCreations(studio, input)),
    'answer-drop': ({ hotFolderId, answer }) => answerDrop(studio, hotFolderId, answer),
  };
}

/** Says `interrupted` of what fails because the ledger was closed under it. */
function whileStudioIsOpen({ ending }: Pick<Studio, 'ending'>) {
  return <I, R>(work: (input: I, signal: AbortSignal) => Promise<R>) =>
    async (input: I, signal: AbortSignal) => {
      try {
        return await work(input, signal);
      } catch (error) {
        if (ending.aborted) return interrupted(causeText(error));
        throw error;
      }
    };
}
