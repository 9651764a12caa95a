import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Studio } from '../../studio.ts';
import { interrupted } from '../interrupted.ts';
import { adoptCommand } from './adopt.ts';
import { answerDropCommand } from './answer-drop.ts';
import { answerHeldCommand } from './held.ts';
import { exportCardsCommand, importCardsCommand } from './cards.ts';
import { keepVersionCommand, listConflictsCommand } from './studio-conflicts.ts';
import { changeJobsCommand } from './change-jobs.ts';
import { createModelCommand } from './create-model.ts';
import { deleteModelCommand } from './delete-model.ts';
import { deleteTasksCommand } from './delete-tasks.ts';
import { dismissCreationsCommand } from './dismiss-creations.ts';
import { importSettingsCommand } from './import-settings.ts';
import { infoCommand } from './info.ts';
import { listModelsCommand } from './list-models.ts';
import type { CommandChannel, CommandUseCase } from './place.ts';
import { psdCommand } from './psd.ts';
import { resumeCommand } from './resume.ts';
import { runCommand } from './run.ts';
import { workStatus } from './status.ts';
import { studioPlace, type InForce } from './studio-place.ts';
import { talkOver, type Admission, type CommandLink } from './talk.ts';
import { waitModelsCommand } from './wait-models.ts';
import { watchCommand } from './watch.ts';

/**
 * Lets a command from another process use the open studio. The command stops waiting when its process ends or the
 * studio closes; jobs that the command started continue.
 */
export function admitCommand(studio: Studio, inForce: InForce, link: CommandLink): Admission {
  const { talk, stopped, handlers } = talkOver(link);
  const place = studioPlace(studio, inForce);
  const answer =
    <C extends CommandChannel>(useCase: CommandUseCase<C>) =>
    async (input: CommandInput<C>, signal: AbortSignal): Promise<Outcome<CommandResult<C>>> => {
      const until = AbortSignal.any([signal, stopped, studio.ending]);
      try {
        return await useCase(place, input, talk, until);
      } catch (error) {
        // The ledger was closed while the command ran.
        if (studio.ending.aborted) return interrupted(causeText(error));
        throw error;
      }
    };
  return {
    dataFolder: studio.dataFolder,
    serviceUrl: studio.isDemo ? null : studio.serviceUrl,
    handlers: {
      ...handlers,
      status: () => success(workStatus(studio.ledger, studio, inForce.limits())),
      run: answer<'run'>(runCommand),
      watch: answer<'watch'>(watchCommand),
      resume: answer<'resume'>(resumeCommand),
      'change-jobs': answer<'change-jobs'>(changeJobsCommand),
      'delete-tasks': answer<'delete-tasks'>(deleteTasksCommand),
      adopt: answer<'adopt'>(adoptCommand),
      'answer-drop': answer<'answer-drop'>(answerDropCommand),
      psd: answer<'psd'>(psdCommand),
      info: answer<'info'>(infoCommand),
      'list-models': answer<'list-models'>(listModelsCommand),
      'wait-models': answer<'wait-models'>(waitModelsCommand),
      'create-model': answer<'create-model'>(createModelCommand),
      'delete-model': answer<'delete-model'>(deleteModelCommand),
      'dismiss-creations': answer<'dismiss-creations'>(dismissCreationsCommand),
      'export-cards': answer<'export-cards'>(exportCardsCommand),
      'import-cards': answer<'import-cards'>(importCardsCommand),
      'list-conflicts': answer<'list-conflicts'>(listConflictsCommand),
      'keep-version': answer<'keep-version'>(keepVersionCommand),
      'answer-held': answer<'answer-held'>(answerHeldCommand),
      'import-settings': answer<'import-settings'>(importSettingsCommand),
    },
  };
}
