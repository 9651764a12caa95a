import type { Problem } from '#shared/problem.ts';
import type { Clock } from './base/clock.ts';
import type { FolderAccess } from './base/permitted.ts';
import { releaseFolder } from './adapters/ledger/card-notes.ts';
import type { Commit, Table } from './adapters/ledger/commits.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import type { SharedKindName } from './adapters/ledger/shared-documents.ts';
import { createListener, type Topic } from './adapters/shared-studio/listen.ts';
import { prepareForeignHotFolder } from './engine/intake/check-folder.ts';
import { resolveRecipe } from './engine/intake/admit.ts';
import { exchangeDocuments, hasChanges, newMemory } from './engine/station/documents/exchange.ts';
import { hotFolderKind } from './engine/station/documents/hot-folder.ts';
import { createDocumentLoop } from './engine/station/documents/loop.ts';
import { cardKind } from './engine/station/documents/card.ts';
import { priceKind, type PriceStore } from './engine/station/documents/prices.ts';
import { recipeKind } from './engine/station/documents/recipe.ts';
import { exchangeReleases } from './engine/station/documents/releases.ts';
import { shareSkipped } from './engine/station/work/skipped.ts';
import type { Reporter, StudioEvent } from './studio-events.ts';
import { wireHeld } from './studio-held.ts';
import type { Membership } from './studio-station.ts';
import type { StudioWork } from './studio-work.ts';

/** The exchange of documents with the shared studio. */
export interface StudioDocuments {
  start(): void;
  /** Must be called with every event of the studio. */
  heed(event: StudioEvent): void;
  /** Exchanges documents soon; call when the prices have changed here. */
  wake(): void;
  stop(): Promise<void>;
}

interface DocumentParts {
  readonly ledger: Ledger;
  readonly reporter: Reporter;
  readonly clock: Clock;
  /** Checks the paths of hot folders that other stations share. */
  readonly access: FolderAccess;
  /** Null if the administrator policy sets the prices. */
  readonly prices: PriceStore | null;
  readonly dataFolder: string;
}

/** Tables with items that stations share. */
const sharedTables: readonly Table[] = ['saved_recipes', 'hot_folders', 'own'];

/** Other tables with rows that the exchange writes to documents. */
const exchanged: readonly Table[] = ['marks', 'drops', 'moved_photos'];

function hasAny(tables: Commit['tables'], wanted: readonly Table[]): boolean {
  return wanted.some((table) => tables.has(table));
}

/** Increase with every change that lets Darkslide read documents that it could not read before. */
const READER = 7;

/** Wires the exchange of documents; null outside a shared studio. Nothing is connected until `start`. */
export function wireDocuments(
  membership: Membership | null,
  { ledger, reporter, clock, access, prices, dataFolder }: DocumentParts,
  { hotFolders, exchange: photos, runner }: Pick<StudioWork, 'hotFolders' | 'exchange' | 'runner'>,
): StudioDocuments | null {
  const joined = membership?.joined ?? null;
  if (membership === null || joined === null) return null;
  const { station } = membership;
  const { shared, file } = joined;
  const { name, roots } = file;
  const stopping = new AbortController();
  const onMistake = (error: unknown) => reporter.mistake(error, 'shared documents');
  const told = new Set<string>();
  const releases = releaseFolder(dataFolder);
  const { signal } = stopping;
  const held = wireHeld({
    ledger,
    station: file.station,
    roots,
    runner,
    hotFolders,
    photos,
    signal,
  });
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
        prepare: (settings, others) => prepareForeignHotFolder(access, settings, others),
        resolve: (recipe, base) => resolveRecipe(recipe, base, signal),
      }),
      cardKind({ ledger, roots: () => roots, releases }),
      ...(prices === null ? [] : [priceKind(prices, ledger)]),
    ],
    held,
    name,
    tell: reporter.notice,
    roots: () => roots,
    memory: newMemory(),
    reader: () => `${READER} ${prices === null ? 0 : 1} ${JSON.stringify(roots)}`,
    notice(problem: Problem) {
      // a document that cannot be used is read repeatedly, but reported only once
      if (!told.has(problem.message)) reporter.notice(problem);
      told.add(problem.message);
    },
    applied(kind: SharedKindName, ids: readonly number[]) {
      const ofRecipes = kind === 'recipe' ? ids.flatMap(ledger.savedRecipes.hotFolders) : [];
      for (const folder of kind === 'hot-folder' ? ids : ofRecipes) hotFolders.refresh(folder);
    },
  };
  const onChange = (topic: Topic | null) => {
    if (topic === null || topic === 'documents') loop.wake();
    if (topic === null || topic === 'work') photos?.wake();
    if (topic === null || topic === 'claims') runner.claimsFreed().catch(onMistake);
  };
  const concerns = ({ tables, jobIds }: Commit) => {
    if (hasAny(tables, exchanged) || held.concerns(jobIds)) return true;
    const isAnswered = () => ledger.sharedHeld.open().some(({ choice }) => choice !== null);
    if (tables.has('shared_held') && isAnswered()) return true;
    if (tables.has('shared_conflicts') && ledger.sharedConflicts.chosen().length > 0) return true;
    // a card may have waited for the model that it describes
    const isAwaited = tables.has('own') && parts.memory.unusable.size > 0;
    return isAwaited || (hasAny(tables, sharedTables) && hasChanges(parts));
  };
  const listener = createListener({ access: file, clock, onChange });
  const exchange = async () => {
    const exchanged = await exchangeDocuments(parts, () => station.lease());
    await exchangeReleases({ ledger, roots: () => roots, releases, signal });
    return exchanged;
  };
  const loop = createDocumentLoop({ clock, listener, exchange, onMistake });
  let listening: Promise<void> = Promise.resolve();
  return {
    start() {
      listening = listener.listen(stopping.signal).catch(onMistake);
      loop.start();
    },
    heed(event) {
      if (event.kind === 'ended' || (event.kind === 'committed' && concerns(event.commit))) {
        loop.wake();
      }
    },
    wake: () => loop.wake(),
    async stop() {
      stopping.abort();
      await Promise.all([loop.stop(), listening]);
    },
  };
}
