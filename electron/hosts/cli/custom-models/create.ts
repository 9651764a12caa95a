import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { ownFacts } from '#shared/own.ts';
import type { EarlierCreation } from '#shared/views/own.ts';
import { createCustomModel } from '../../../app/custom-models/create.ts';
import { lookAtPhotos } from '../../../app/custom-models/look.ts';
import { whyRefused } from '../../../engine/models/request.ts';
import type { Studio } from '../../../studio.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse, refuseAll } from '../refuse.ts';
import { withStudio } from '../session.ts';
import { followCommand } from './follow.ts';
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
 * `create`: shows what the service gets of each photo, has it made, and waits until it can be used. What is
 * refused before anything is begun is wrong use; what stands when it ends otherwise is unfinished.
 */
export function createCommand(
  context: Context,
  words: OwnWords,
  photos: readonly string[],
  { name, wait, again }: CreateOptions,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  const { kind, command } = words;
  // before the photos are looked at, which takes a while
  const wrong = whyRefused({ kind, name: name?.trim() ?? null, count: photos.length });
  if (wrong !== null) return Promise.resolve(refuse(context, wrong));
  const instead = `Or make it there: a window has ${command} under Models and scenes.`;
  return withStudio(context, { unreachable: 'refuse', instead }, async (studio) => {
    studio.own.start({ sync: false });
    const paths = photos.map((path) => (isWebAddress(path) ? path : resolve(path)));
    const progress = {
      looking: (path: string) => out.progress(`Looking at ${path}`),
      looked: (photo: Parameters<typeof photoLine>[0]) =>
        out.result(photoLine(photo), photoText(photo)),
    };
    const looked = await lookAtPhotos(studio, kind, paths, progress, interrupted);
    if (interrupted.aborted) return nothingBegun(context);
    if (!looked.ok) return refuseAll(context, looked.problems);
    const request = { kind, name: name ?? null, photos: looked.photos, again: again === true };
    const created = await createCustomModel(studio, request, interrupted);
    if (!created.ok) {
      const { problem } = created;
      return problem.code === 'aborted' ? nothingBegun(context) : refuse(context, problem);
    }
    if ('earlier' in created.value) {
      return goOnWith(context, words, studio, created.value.earlier, wait);
    }
    return followCommand(context, words, studio, created.value.creationId, wait);
  });
}

/** These photos made one before, or make one now: that one is what the command comes to. */
function goOnWith(
  context: Context,
  words: OwnWords,
  studio: Studio,
  { state, creationId, id, name, problem }: EarlierCreation,
  wait: boolean,
): ExitStatus | Promise<ExitStatus> {
  const { out } = context;
  const { kind, command } = words;
  if (problem !== null) {
    const message = `${problem.message} darkslide ${command} list shows them; with --again another one is made.`;
    return refuse(context, { ...problem, message });
  }
  const made = state === 'ready' && id !== null ? studio.ledger.own.get(kind, id) : undefined;
  if (made === undefined) {
    out.say(
      `Going on with creation ${creationId}${name === null ? '' : `, "${name}"`}, which was begun with these photos before. None is made twice; --again makes another one.`,
    );
    return followCommand(context, words, studio, creationId, wait);
  }
  out.result(
    { ...withId(kind, made.id, ownLine(made)), already: true },
    `The ${kind} ${made.id} (${made.name}) was made of these photos before and can be used: --set ${ownFacts[kind].parameter}=${made.id}. Nothing was sent; --again makes another one.`,
  );
  return exitStatus.done;
}

/** Interrupted before a creation was written down. */
function nothingBegun({ out }: Context): ExitStatus {
  out.warn('Nothing was begun and nothing sent.');
  return exitStatus.unfinished;
}
