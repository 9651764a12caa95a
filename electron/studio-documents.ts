import type { Clock } from './base/clock.ts';
import type { Commit, Table } from './adapters/ledger/commits.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import type { SharedKindName } from './adapters/ledger/shared-documents.ts';
import { createListener } from './adapters/shared-studio/listen.ts';
import type { HotFolderSupervisor } from './engine/intake/supervisor.ts';
import { exchangeDocuments } from './engine/station/documents/exchange.ts';
import { createDocumentLoop } from './engine/station/documents/loop.ts';
import { recipeKind } from './engine/station/documents/recipe.ts';
import type { Reporter, StudioEvent } from './studio-events.ts';
import type { Membership } from './studio-station.ts';

/** The exchange of documents with the shared studio. */
export interface StudioDocuments {
  start(): void;
  /** Must be called with every event of the studio. */
  heed(event: StudioEvent): void;
  stop(): Promise<void>;
}

/** Tables with items that stations share. */
const sharedTables: readonly Table[] = ['saved_recipes'];

function isShared({ tables }: Commit): boolean {
  return sharedTables.some((table) => tables.has(table));
}

/** Increases whenever Darkslide can read documents that it could not read before. */
const READER = 2;

/** Wires the exchange of documents; null for a station that works alone. Nothing is connected until `start`. */
export function wireDocuments(
  membership: Membership | null,
  { ledger, reporter, clock }: { ledger: Ledger; reporter: Reporter; clock: Clock },
  hotFolders: Pick<HotFolderSupervisor, 'refresh'>,
): StudioDocuments | null {
  const joined = membership?.joined ?? null;
  if (membership === null || joined === null) return null;
  const { station } = membership;
  const { shared, file } = joined;
  const { name, roots } = file;
  const stopping = new AbortController();
  const onMistake = (error: unknown) => reporter.mistake(error, 'shared documents');
  const applied = (kind: SharedKindName, ids: readonly number[]) => {
    if (kind !== 'recipe') return;
    for (const folder of ids.flatMap(ledger.savedRecipes.hotFolders)) hotFolders.refresh(folder);
  };
  const parts = {
    documents: shared.documents,
    ledger,
    kinds: [recipeKind(ledger.savedRecipes, () => roots, name)],
    roots: () => roots,
    reader: () => `${READER} ${JSON.stringify(roots)}`,
    notice: reporter.notice,
    applied,
  };
  const onChange = () => loop.wake();
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
      if (isItem || event.kind === 'ended') loop.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all([loop.stop(), listening]);
    },
  };
}
