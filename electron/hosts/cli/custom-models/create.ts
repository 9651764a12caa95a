import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { customModelFacts } from '#shared/custom-models.ts';
import { failures } from '#shared/problem.ts';
import type { CreationEnd } from '#shared/views/command-line.ts';
import { createModelCommand } from '../../../app/command-line/create-model.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { refuse, refuseAll } from '../refuse.ts';
import {
  creationLine,
  creationText,
  customModelLine,
  withId,
  type CustomModelTexts,
} from './lines.ts';
import { printAwaited } from './print.ts';

export interface CreateOptions {
  readonly name?: string;
  /** False with --no-wait. */
  readonly wait: boolean;
  readonly again?: true;
  /** Time limit in s. */
  readonly timeout: number;
}

/**
 * Runs `create`. If the creation is refused before it starts, the command line counts as wrong; if it ends in any other
 * way without a usable model or scene, the command counts as unfinished.
 */
export async function createCommand(
  context: Context,
  words: CustomModelTexts,
  photos: readonly string[],
  { name, wait: isAwaited, again }: CreateOptions,
): Promise<ExitStatus> {
  const { kind } = words;
  const paths = photos.map((path) => (isWebAddress(path) ? path : resolve(path)));
  const input = { kind, name: name ?? null, photos: paths, again: again === true, isAwaited };
  const created = await operate(context, {
    channel: 'create-model',
    useCase: createModelCommand,
    input,
  });
  return created.ok ? tell(context, words, created.value) : refuse(context, created.problem);
}

function tell(context: Context, words: CustomModelTexts, end: CreationEnd): ExitStatus {
  const { out, t, told } = context;
  const { kind, command } = words;
  switch (end.kind) {
    case 'refused':
      return refuseAll(context, failures(end.problems));
    case 'uncertain': {
      const message = t('creation.uncertain', { message: told(end.problem), command });
      return refuse(context, { code: end.problem.code, message });
    }
    case 'nothing-begun':
      out.warn(t('creation.nothing'));
      return exitStatus.unfinished;
    case 'already': {
      const { id, name } = end.model;
      const { parameter } = customModelFacts[kind];
      out.result(
        { ...withId(kind, id, customModelLine(end.model)), already: true },
        t('model.already', { kind, id, name, parameter }),
      );
      return exitStatus.done;
    }
    case 'stands':
      out.result(creationLine(end.creation), creationText(context, end.creation, words));
      return exitStatus.unfinished;
    case 'created':
      return exitStatus.done;
    case 'ready':
      printAwaited(out, context, kind, { id: end.model.id, told: end.model, problem: end.problem });
      return end.problem === null ? exitStatus.done : exitStatus.unfinished;
    case 'not-ready':
      if (end.problem.code === 'aborted') {
        out.warn(t('model.stillPreparing', { kind, id: end.id, command }));
      } else {
        out.problem(end.problem);
      }
      return exitStatus.unfinished;
  }
}
