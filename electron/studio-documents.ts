import type { Problem } from '#shared/problem.ts';
import type { Clock } from './base/clock.ts';
import type { FolderAccess } from './base/permitted.ts';
import type { Commit, Table } from './adapters/ledger/commits.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import type { SharedKindName } from './adapters/ledger/shared-documents.ts';
import { createListener, type Topic } from './adapters/shared-studio/listen.ts';
import { prepareHotFolder } from './engine/intake/check-folder.ts';
import { resolveRecipe } from './engine/intake/admit.ts';
import { exchangeDocuments, hasChanges, newMemory } from './engine/station/documents/exchange.ts';
import { hotFolderKind } from './engine/station/documents/hot-folder.ts';
import { createDocumentLoop } from './engine/station/documents/loop.ts';
import { recipeKind } from './engine/station/documents/recipe.ts';
import { shareSkipped } from './engine/station/work/skipped.ts';
import type { Reporter, StudioEvent } from './studio-events.ts';
import type { Membership } from './studio-station.ts';
import type { StudioWork } from './studio-work.ts';

/** The exchange of documents with the shared studio. */
export interface StudioDocuments {
  start(): void;
  /** Must be called with every event of the studio. */
  heed(event: StudioEvent): void;
  stop(): Promise<void>;
}

interface DocumentParts {
  readonly ledger: Ledger;
  readonly reporter: Reporter;
  readonly clock: Clock;
  /** Checks the folders that other stations share. */
  readonly access: FolderAccess;
}

/** Tables with items that stations share. */
const sharedTables: readonly Table[] = ['saved_recipes', 'hot_folders'];

function isShared({ tables }: Commit): boolean {
  return sharedTables.some((table) => tables.has(table));
}

/** Increases whenever Darkslide can read documents that it could not read before. */
const READER = 4;

/** Wires the exchange of documents; null for a station that works alone. Nothing is connected until `start`. */
export function wireDocuments(
  membership: Membership | null,
  { ledger, reporter, clock, access }: DocumentParts,
  { hotFolders, exchange: photos }: Pick<StudioWork, 'hotFolders' | 'exchange'>,
): StudioDocuments | null {
  const joined = membership?.joined ?? null;
  if (membership === null || joined === null) return null;
  const { station } = membership;
  const { shared, file } = joined;
  const { name, roots } = file;
  const stopping = new AbortController();
  const onMistake = (error: unknown) => reporter.mistake(error, 'shared documents');
  const told = new Set<string>();
  const parts = {
    documents: shared.documents,
    ledger,
    kinds: [
      recipeKind(ledger.savedRecipes, () => roots, name),
      hotFolderKind({
        ledger,
        roots: () => roots,
        shareSkipped: (folder) =>
          shareSkipped({ shared: shared.work, ledger }, folder, station.lease()),
        prepare: (settings, others) => prepareHotFolder(access, settings, others),
        resolve: (recipe, base) => resolveRecipe(recipe, base, stopping.signal),
      }),
    ],
    roots: () => roots,
    memory: newMemory(),
    reader: () => `${READER} ${JSON.stringify(roots)}`,
    notice(problem: Problem) {
      // a document that cannot be used is read again and again
      if (!told.has(problem.message)) reporter.notice(problem);
      told.add(problem.message);
    },
    applied(kind: SharedKindName, ids: readonly number[]) {
      const folders = kind === 'recipe' ? ids.flatMap(ledger.savedRecipes.hotFolders) : ids;
      for (const folder of folders) hotFolders.refresh(folder);
    },
  };
  const onChange = (topic: Topic | null) => {
    if (topic === null || topic === 'documents') loop.wake();
    if (topic === null || topic === 'work') photos?.wake();
  };
  const listener = createListener({ access: file, clock, onChange });
  const exchange = () => exchangeDocuments(parts, () => station.lease());
  const loop = createDocumentLoop({ clock, listener, exchange, onMistake });
  let listening: Promise<void> = Promise.resolve();
  return {
    start() {
      listening = listener.listen(stopping.signal).catch(onMistake);
      loop.start();
    },
    heed(event) {
      const isItem = event.kind === 'committed' && isShared(event.commit);
      const isMark = event.kind === 'committed' && event.commit.tables.has('marks');
      if (event.kind === 'ended' || isMark || (isItem && hasChanges(parts))) loop.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all([loop.stop(), listening]);
    },
  };
}
