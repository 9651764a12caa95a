import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { ownFacts } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import { countProblem, nameProblem } from '../../../engine/models/problems.ts';
import { isName } from '../../../engine/models/request.ts';
import type { LookedPhoto } from '../../../engine/models/copies.ts';
import type { Studio } from '../../../studio.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse, refuseAll } from '../refuse.ts';
import { withStudio } from '../session.ts';
import { beginCreation } from './begin.ts';
import { carryCreation } from './carry.ts';
import { ownLine, photoLine, photoText, withId, type OwnWords } from './lines.ts';

export interface CreateOptions {
  readonly name?: string;
  /** False with --no-wait: the id is enough. */
  readonly wait: boolean;
  readonly again?: true;
  /** s */
  readonly timeout: number;
}

/**
 * `create`: shows what the service gets of each photo, has it made by the same once-only protocol as the
 * window, and waits until it can be used. What is refused before anything is begun is wrong use; what
 * stands when it ends otherwise is unfinished.
 */
export function createOwn(
  context: Context,
  words: OwnWords,
  photos: readonly string[],
  options: CreateOptions,
): Promise<ExitStatus> {
  const wrong = whyNot(words, photos, options.name);
  if (wrong !== null) return Promise.resolve(refuse(context, wrong));
  const instead = `Or make it there: a window has ${words.command} under Models and scenes.`;
  return withStudio(context, { unreachable: 'refuse', instead }, async (studio) => {
    studio.own.start({ sync: false });
    const looked = await lookAtAll(context, words, studio, photos);
    if (context.interrupted.aborted) return nothingBegun(context);
    if (!looked.ok) return refuseAll(context, looked.problems);
    const begun = await beginCreation(context, words, studio, looked.photos, options);
    if (!begun.ok) {
      return begun.problem.code === 'aborted'
        ? nothingBegun(context)
        : refuse(context, begun.problem);
    }
    const { value } = begun;
    if ('already' in value) {
      const { id, name } = value.already;
      context.out.result(
        { ...withId(words.kind, id, ownLine(value.already)), already: true },
        `The ${words.kind} ${id} (${name}) was made of these photos before and can be used: --set ${ownFacts[words.kind].parameter}=${id}. Nothing was sent; --again makes another one.`,
      );
      return exitStatus.done;
    }
    return carryCreation(context, words, studio, value.creationId, options.wait);
  });
}

/** Interrupted before a creation was written down. */
function nothingBegun({ out }: Context): ExitStatus {
  out.warn('Nothing was begun and nothing sent.');
  return exitStatus.unfinished;
}

/** What needs no photo to be looked at. */
function whyNot(
  { kind }: OwnWords,
  photos: readonly string[],
  name: string | undefined,
): Problem | null {
  if (photos.length > ownFacts[kind].photos) return countProblem(kind, photos.length);
  if (name !== undefined && !isName(name.trim())) return nameProblem();
  return null;
}

type LookedAt =
  | { readonly ok: true; readonly photos: readonly LookedPhoto[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Shows each photo with what the service gets of it; every one that cannot be used is told. */
async function lookAtAll(
  { out, interrupted }: Context,
  { kind }: OwnWords,
  { own }: Pick<Studio, 'own'>,
  paths: readonly string[],
): Promise<LookedAt> {
  const photos: LookedPhoto[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    out.progress(`Looking at ${path}`);
    const looked = await own.look(kind, isWebAddress(path) ? path : resolve(path), interrupted);
    if (!looked.ok) {
      problems.push(looked.problem);
      if (looked.problem.code === 'aborted') break;
      continue;
    }
    out.result(photoLine(looked.value), photoText(looked.value));
    if (looked.value.problem === null) photos.push(looked.value);
    else problems.push(looked.value.problem);
  }
  return problems.length === 0 ? { ok: true, photos } : { ok: false, problems };
}
