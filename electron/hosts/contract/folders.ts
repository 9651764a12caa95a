import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { HotFolderCard } from '#shared/views/folders.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import { addHotFolder } from '../../app/hot-folders/add.ts';
import { answerDrop } from '../../app/hot-folders/answer-drop.ts';
import { copyPhotosIn, unfinishedCopies } from '../../app/hot-folders/copy-in.ts';
import { daySheet } from '../../app/hot-folders/day-sheet.ts';
import { dismissRefusedFile } from '../../app/hot-folders/dismiss.ts';
import { editHotFolder } from '../../app/hot-folders/edit.ts';
import { attentionOf } from '../../app/hot-folders/attention.ts';
import { commandLineFolders, folderCard, folderCards } from '../../app/hot-folders/cards.ts';
import { foreseeHotFolder, foreseenSummary } from '../../app/hot-folders/foresee.ts';
import { rememberForeseen } from '../../app/hot-folders/foresight.ts';
import { pauseHotFolder, resumeHotFolder } from '../../app/hot-folders/pause.ts';
import { removeHotFolder } from '../../app/hot-folders/remove.ts';
import type { Session } from '../../app/session/session.ts';
import { done } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

interface FoldersSession extends Pick<Session, 'studio' | 'dataFolder' | 'samplesAdded'> {
  readonly preferences: Pick<Session['preferences'], 'managed'>;
}

/** Handlers for hot folders. */
export function folderHandlers(session: FoldersSession): HandlersOf<'folders'> {
  const foresight = rememberForeseen();
  const temporaries = unfinishedCopies(session.dataFolder);
  const managed = () => session.preferences.managed();
  const card = (folder: Outcome<{ readonly id: number }>): Outcome<HotFolderCard> =>
    mapOutcome(folder, ({ id }) => folderCard(session.studio(), managed(), id));

  return {
    'folders.all': async (_asked, signal) => {
      await unlessAborted(session.samplesAdded(), signal);
      return success(folderCards(session.studio(), managed()));
    },
    'folders.foresee': async (asked, signal) =>
      mapOutcome(
        await foreseeHotFolder(session.studio(), foresight, asked, signal),
        foreseenSummary,
      ),
    'folders.add': async (asked, signal) =>
      card(await addHotFolder(session.studio(), foresight, asked, signal)),
    'folders.edit': async (asked, signal) =>
      card(await editHotFolder(session.studio(), asked, signal)),
    'folders.pause': ({ id }) => done(pauseHotFolder(session.studio(), id)),
    'folders.resume': ({ id }) => done(resumeHotFolder(session.studio(), id)),
    'folders.remove': ({ id }) => done(removeHotFolder(session.studio(), id)),
    'folders.copy-in': (asked, signal) =>
      copyPhotosIn({ ...session.studio(), temporaries }, asked, signal),
    'folders.answer': ({ id, ...given }) => done(answerDrop(session.studio(), id, given)),
    'folders.command-line': () => success(commandLineFolders(session.studio().ledger)),
    'folders.attention': () => success(attentionOf(session.studio().ledger)),
    'folders.dismiss': ({ hotFolderId, path }) =>
      done(dismissRefusedFile(session.studio().ledger, hotFolderId, path)),
    'folders.day-sheet': ({ day }) => success(daySheet(session.studio().ledger, day)),
  };
}
