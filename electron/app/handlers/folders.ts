import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName } from '#shared/ipc.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { countByKind, type Foreseen, type HotFolderCard } from '#shared/views/folders.ts';
import { systemClock } from '../../base/clock.ts';
import type { Studio } from '../../studio.ts';
import { addHotFolder } from '../hot-folders/add.ts';
import { answerDrop } from '../hot-folders/answer-drop.ts';
import { dismissRefusedFile } from '../hot-folders/dismiss.ts';
import { editHotFolder } from '../hot-folders/edit.ts';
import { foreseeHotFolder, type ForeseenFolder } from '../hot-folders/foresee.ts';
import { rememberForeseen } from '../hot-folders/foresight.ts';
import { pauseHotFolder, resumeHotFolder } from '../hot-folders/pause.ts';
import { removeHotFolder } from '../hot-folders/remove.ts';
import type { Desk } from './desk.ts';
import { attentionOf } from './folder-attention.ts';
import { commandLineFolders, folderCards } from './folder-cards.ts';

type FolderHandlers = Pick<Handlers, Extract<ChannelName, `folders.${string}`>>;

/** Files of a dry run that are told one by one. */
const MOST_ENTRIES = 200;

/** Hot folders: what a person sees of them and does with them. */
export function folderHandlers(
  desk: Pick<Desk, 'ready'> & {
    readonly preferences: Pick<Desk['preferences'], 'managed'>;
  },
): FolderHandlers {
  const foresight = rememberForeseen();
  const cardsOf = (studio: Studio) =>
    folderCards(studio, desk.preferences.managed(), systemClock.wall());
  const cardOf = (studio: Studio, id: number): HotFolderCard => {
    const card = cardsOf(studio).find((one) => one.id === id);
    if (card === undefined) throw new Error(`The hot folder ${id} has no card.`);
    return card;
  };
  /** Answers what `work` makes of the studio that is open. */
  const withStudio = async <T>(
    work: (studio: Studio) => Outcome<T> | Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const studio = await desk.ready();
    return studio.ok ? work(studio.value) : studio;
  };

  return {
    'folders.all': () => withStudio((studio) => success(cardsOf(studio))),

    'folders.foresee': (asked, signal) =>
      withStudio(async (studio) => {
        const foreseen = await foreseeHotFolder(studio, foresight, asked, signal);
        return foreseen.ok ? success(summary(foreseen.value)) : foreseen;
      }),

    'folders.add': (asked, signal) =>
      withStudio(async (studio) => {
        const added = await addHotFolder(studio, foresight, asked, signal);
        return added.ok ? success(cardOf(studio, added.value.id)) : added;
      }),

    'folders.edit': (asked, signal) =>
      withStudio(async (studio) => {
        const edited = await editHotFolder(studio, asked, signal);
        return edited.ok ? success(cardOf(studio, asked.id)) : edited;
      }),

    'folders.pause': ({ id }) => withStudio((studio) => done(pauseHotFolder(studio, id))),

    'folders.resume': ({ id }) => withStudio((studio) => done(resumeHotFolder(studio, id))),

    'folders.remove': ({ id }) => withStudio((studio) => done(removeHotFolder(studio, id))),

    'folders.answer': ({ id, answer }) =>
      withStudio((studio) => done(answerDrop(studio, id, answer))),

    'folders.command-line': () => withStudio(({ ledger }) => success(commandLineFolders(ledger))),

    'folders.attention': () => withStudio(({ ledger }) => success(attentionOf(ledger))),

    'folders.dismiss': ({ hotFolderId, path }) =>
      withStudio(({ ledger }) => done(dismissRefusedFile(ledger, hotFolderId, path))),

    'folders.day-sheet': ({ day }) => withStudio(({ ledger }) => success(ledger.figures.day(day))),
  };
}

/** The page is told no more than that it was done. */
function done(outcome: Outcome<unknown>): Outcome<null> {
  return outcome.ok ? success(null) : outcome;
}

function summary({ entries, jobs, images, problem, ends }: ForeseenFolder): Foreseen {
  return {
    files: entries.length,
    jobs,
    images,
    kinds: countByKind(entries),
    problem,
    ends,
    entries: entries.slice(0, MOST_ENTRIES).map((entry) => ({
      path: entry.path,
      kind: entry.kind,
      problem: entry.kind === 'failed' ? entry.problem : null,
    })),
  };
}
