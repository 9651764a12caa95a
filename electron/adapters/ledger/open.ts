import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { failure, problemOf } from '#shared/failure.ts';
import { usualPrices, type Prices } from '#shared/prices.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { unfinishedBeside } from '../../base/files.ts';
import { observeCommits, type OnCommit } from './commits.ts';
import { claimRepository, type ClaimRepository } from './claims.ts';
import { costRepository, type CostRepository } from './costs.ts';
import { deletionRepository, type DeletionRepository } from './deletions.ts';
import { integrityOf } from './integrity.ts';
import { largeDropRepository, type LargeDropRepository } from './large-drops.ts';
import { executionChanges, type Buying, type ExecutionChanges } from './execution-changes.ts';
import { executionQueries, type ExecutionQueries } from './executions.ts';
import { leftoverKind, ledgerFile, purchaseLogFile, syncNames } from './files.ts';
import { filmstripRepository, type FilmstripRepository } from './filmstrip.ts';
import { figureRepository, type FigureRepository } from './figures.ts';
import { hintRepository, type HintRepository } from './hints.ts';
import { historyRepository, type HistoryRepository } from './history.ts';
import { hotFolderRepository, type HotFolderRepository } from './hot-folders.ts';
import { jobChanges, type JobChanges } from './job-changes.ts';
import { jobQueries, type JobQueries } from './jobs.ts';
import { libraryRepository, type LibraryRepository } from './library.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { markRepository, type MarkRepository } from './marks.ts';
import { maskRepository, type MaskRepository } from './masks.ts';
import { panelRepository, type PanelRepository } from './panels.ts';
import { creationRepository, type CreationRepository } from './creations.ts';
import { customModelUseRepository, type CustomModelUseRepository } from './custom-model-uses.ts';
import { outFolderRepository, type OutFolderRepository } from './out-folders.ts';
import { customModelRepository, type CustomModelRepository } from './custom-models.ts';
import { membershipRepository, type MembershipRepository } from './membership.ts';
import { ownerRepository, type OwnerRepository } from './owner.ts';
import { pauseRepository, type PauseRepository } from './pauses.ts';
import { photoRepository, type PhotoRepository } from './photos.ts';
import { presence, whilePresent } from './present.ts';
import { lastPurchase, openPurchaseLog, readPurchases } from './purchases.ts';
import { queueRepository, type QueueRepository } from './queue.ts';
import { recipeReader, recipeRepository, type RecipeRepository } from './recipes.ts';
import { relearning, type Relearning } from './relearn.ts';
import { finishRestore, newestGoodBackup, restore, type Restoration } from './restore.ts';
import { resultRepository, type ResultRepository } from './results.ts';
import { tablesOf } from './rows.ts';
import { savedRecipeRepository, type SavedRecipeRepository } from './saved-recipes.ts';
import { migrate, openToLook } from './migrate.ts';
import { sharedConflictRepository, type SharedConflictRepository } from './shared-conflicts.ts';
import { sharedDocumentRepository, type SharedDocumentRepository } from './shared-documents.ts';
import { sharedHeldRepository, type SharedHeldRepository } from './shared-held.ts';
import { sharedCardRepository, type SharedCardRepository } from './shared-cards.ts';
import { sharedMarkRepository, type SharedMarkRepository } from './shared-marks.ts';
import { studioRunRepository, type StudioRunRepository } from './studio-runs.ts';
import { sharedWorkRepository, type SharedWorkRepository } from './shared-work.ts';
import { sightingRepository, type SightingRepository } from './sightings.ts';
import { spendingRepository, type SpendingRepository } from './spending.ts';
import { openDatabase, type Database } from './sqlite.ts';
import { ledgerProblem, verify } from './verify.ts';
import { writtenMarkRepository, type WrittenMarkRepository } from './written-marks.ts';

/** The only source of truth: every photo, job, execution, result and purchase. One repository per table. */
export interface Ledger {
  readonly photos: PhotoRepository;
  readonly jobs: RecipeRepository & JobQueries & JobChanges;
  readonly executions: ExecutionQueries & ExecutionChanges;
  readonly hints: HintRepository;
  readonly claims: ClaimRepository;
  readonly studioRuns: StudioRunRepository;
  readonly sharedWork: SharedWorkRepository;
  readonly sharedMarks: SharedMarkRepository;
  readonly results: ResultRepository;
  readonly hotFolders: HotFolderRepository;
  readonly savedRecipes: SavedRecipeRepository;
  readonly deletions: DeletionRepository;
  readonly largeDrops: LargeDropRepository;
  readonly outFolders: OutFolderRepository;
  readonly customModels: CustomModelRepository;
  readonly sharedCards: SharedCardRepository;
  readonly customModelUses: CustomModelUseRepository;
  readonly creations: CreationRepository;
  readonly membership: MembershipRepository;
  readonly owner: OwnerRepository;
  readonly pauses: PauseRepository;
  readonly sharedConflicts: SharedConflictRepository;
  readonly sharedDocuments: SharedDocumentRepository;
  readonly sharedHeld: SharedHeldRepository;
  readonly sightings: SightingRepository;
  readonly spending: SpendingRepository;
  readonly figures: FigureRepository;
  readonly costs: CostRepository;
  readonly history: HistoryRepository;
  readonly queue: QueueRepository;
  readonly filmstrip: FilmstripRepository;
  readonly panels: PanelRepository;
  readonly marks: MarkRepository;
  readonly masks: MaskRepository;
  readonly writtenMarks: WrittenMarkRepository;
  readonly library: LibraryRepository;
  /** Runs `work` in one commit: all of its changes are written, or none. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The ledger of a data folder that only this process uses. */
export interface OpenLedger extends Ledger {
  /** Notices for the user about how the ledger was opened, for example that a backup replaced it. */
  readonly notices: readonly Problem[];
  /** Checks whether the ledger's file still exists; once it is gone, every commit throws `ledgerGone`. */
  isThere(): boolean;
  /** Returns the errors that SQLite finds in all pages and rows of the file; may take seconds. */
  integrity(): string[];
}

/**
 * Size in bytes up to which every page is read at each startup; a larger file is only read in full after
 * a crash.
 */
const QUICKLY_READ = 64_000_000;

/** The parts that a studio passes to its ledger. */
interface LedgerUse {
  /** Called after each commit, see `observeCommits`. */
  readonly onCommit?: OnCommit;
  /** The current prices, recorded with each purchase. */
  readonly prices?: () => Prices;
}

/**
 * Opens the ledger of a data folder, creates the folder and the ledger if they are missing, and
 * holds the folder's lock until `close`. If the ledger is damaged, it is moved aside and the newest
 * complete backup replaces it (F40). Purchases that are only in the purchase log are added (F41).
 * Problems: those of `holdFolder`, those of `verify` and `restore` (the file stays untouched: F43,
 * F46).
 */
export function openLedger(folder: string, clock: Clock, use: LedgerUse = {}): Outcome<OpenLedger> {
  const held = holdFolder(folder);
  if (!held.ok) return held;
  const lock = held.value;
  try {
    const opened = openOrRestore(folder, clock, use);
    if (!opened.ok) {
      lock.release();
      return opened;
    }
    return success({
      ...opened.value,
      close() {
        try {
          opened.value.close();
        } finally {
          lock.release();
        }
      },
    });
  } catch (error) {
    lock.release();
    return ledgerProblem(ledgerFile(folder), error);
  }
}

function openOrRestore(folder: string, clock: Clock, use: LedgerUse): Outcome<OpenLedger> {
  finishRestore(folder, clock.wall());
  const file = ledgerFile(folder);
  if (!existsSync(file)) create(folder, file);
  const verified = verify(file, isDoubtful(file));
  if (verified.ok) return open(folder, clock, null, use);
  if (verified.problem.code !== 'ledger-damaged') return verified;
  const backup = newestGoodBackup(folder);
  if (backup === null) return verified;
  const restored = restore(folder, backup.file, clock.wall());
  return restored.ok ? open(folder, clock, restored.value, use) : restored;
}

function open(
  folder: string,
  clock: Clock,
  restored: Restoration | null,
  { onCommit, prices = noPrices }: LedgerUse,
): Outcome<OpenLedger> {
  const file = ledgerFile(folder);
  const opened = openDatabase(file);
  try {
    migrate(opened);
    opened.transaction(() => {}); // detects immediately if another program locks the file or prevents writing
    const isThere = presence(file);
    const observed = onCommit === undefined ? opened : observeCommits(opened, onCommit);
    const db = tablesOf(whilePresent(observed, file, isThere));
    const log = openPurchaseLog(purchaseLogFile(folder));
    const ledger = repositoriesOf(db, clock, { log, prices });
    const notice = ledger.transaction(() => {
      const found = catchUp(folder, relearning(db, clock, ledger.history), restored);
      if (found !== null) ledger.creations.relearn(maybeCreated());
      return found;
    });
    return success({
      ...ledger,
      notices: notice === null ? [] : [notice],
      isThere,
      integrity: () => integrityOf(db),
      close() {
        try {
          log.close();
        } finally {
          db.close();
        }
      },
    });
  } catch (error) {
    opened.close();
    throw error;
  }
}

/**
 * Decides whether to read all pages: after a crash, or if the file is small enough, so that damage is found
 * at startup.
 */
function isDoubtful(file: string): boolean {
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return (wal?.size ?? 0) > 0 || statSync(file).size <= QUICKLY_READ;
}

/** Adds purchases found only in the purchase log; returns the notice for the user, or null. */
function catchUp(
  folder: string,
  learner: Relearning,
  restored: Restoration | null,
): Problem | null {
  const file = purchaseLogFile(folder);
  const last = lastPurchase(file);
  const isBehind = last !== null && learner.isMissing(last);
  if (!isBehind && restored === null) return null;
  const { jobs, kept } = learner.learn(readPurchases(file).purchases);
  const executions = jobs + kept;
  if (restored === null) return problemOf('ledger-restored.behind', { executions });
  const { backup, setAside } = restored;
  return problemOf('ledger-restored', { executions, backup, setAside: setAside ?? '–' });
}

/**
 * Returns the reason shown for a custom model or scene whose creation was stopped after a restore,
 * because its request may have been sent since the backup.
 */
function maybeCreated(): Problem {
  return failure('own-uncertain.backup').problem;
}

/**
 * Creates a ledger. The file gets its final name only when it is complete, so an empty file with that
 * name is damaged.
 */
function create(folder: string, file: string): void {
  const temp = unfinishedBeside(file, Math.random, leftoverKind);
  // SQLite treats the empty file as a new database
  closeSync(openSync(temp, 'wx', 0o600));
  const db = openDatabase(temp);
  // flushes to disk once instead of once per migration
  db.transaction(() => migrate(db));
  db.close();
  renameSync(temp, file);
  syncNames(folder);
}

/**
 * Opens the ledger read-only, even while another process uses it. An earlier version is migrated in a copy in memory;
 * its file stays unchanged. Problems: folder-missing if there is no ledger yet, those of `verify`.
 */
export function readLedger(folder: string, clock: Clock): Outcome<Ledger> {
  const file = ledgerFile(folder);
  if (!existsSync(file)) {
    return failure('folder-missing.ledger', { folder }, { about: folder });
  }
  const version = verify(file, false);
  if (!version.ok) return version;
  try {
    const db = openToLook(file, version.value);
    return success({ ...repositoriesOf(db, clock), close: () => db.close() });
  } catch (error) {
    return ledgerProblem(file, error);
  }
}

const noPrices = () => usualPrices;
/** Used for a ledger that is opened read-only and therefore records no purchases. */
const buysNothing: Buying = { log: { write: () => {} }, prices: noPrices };

/** Returns the repositories of an open database that already has this version's tables. */
export function repositoriesOf(
  database: Database,
  clock: Clock,
  buying: Buying = buysNothing,
): Omit<Ledger, 'close'> {
  const db = tablesOf(database);
  const history = historyRepository(db, clock);
  const recipes = recipeReader();
  const jobs = {
    ...recipeRepository(db, recipes),
    ...jobQueries(db, recipes),
    ...jobChanges(db, clock, history, relearning(db, clock, history)),
  };
  const photos = photoRepository(db, clock);
  const marks = markRepository(db, clock);
  return {
    photos,
    jobs,
    executions: { ...executionQueries(db), ...executionChanges(db, clock, history, buying) },
    hints: hintRepository(db, clock, history),
    claims: claimRepository(db),
    studioRuns: studioRunRepository({ db, jobs, photos, history }),
    sharedWork: sharedWorkRepository(db),
    results: resultRepository(db, clock),
    hotFolders: hotFolderRepository(db, clock),
    savedRecipes: savedRecipeRepository(db, clock, recipes),
    deletions: deletionRepository(db, clock, history, jobs),
    largeDrops: largeDropRepository(db, clock),
    outFolders: outFolderRepository(db),
    customModels: customModelRepository(db, clock),
    sharedCards: sharedCardRepository(db),
    customModelUses: customModelUseRepository(db),
    creations: creationRepository(db, clock),
    membership: membershipRepository(db),
    owner: ownerRepository(db),
    pauses: pauseRepository(db, clock),
    sharedConflicts: sharedConflictRepository(db),
    sharedDocuments: sharedDocumentRepository(db),
    sharedHeld: sharedHeldRepository(db),
    sightings: sightingRepository(db, clock),
    spending: spendingRepository(db, clock, buying.prices),
    figures: figureRepository(db),
    costs: costRepository(db),
    history,
    queue: queueRepository(db),
    filmstrip: filmstripRepository(db, clock),
    panels: panelRepository(db, clock),
    marks,
    sharedMarks: sharedMarkRepository(db, marks),
    masks: maskRepository(db, clock),
    writtenMarks: writtenMarkRepository(db),
    library: libraryRepository(db),
    transaction: (work) => db.transaction(work),
  };
}

/**
 * Creates a missing data folder and holds its lock until `release`. Problems: data-folder-locked
 * (F31), data-folder-on-share (F45), data-folder-unusable.
 */
export function holdFolder(folder: string): Outcome<FolderLock> {
  try {
    // the folder contains copies of photos, ratings and keys, which other users of the computer must not
    // read
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const share = networkShare(folder);
    if (share !== null) {
      return failure('data-folder-on-share', { folder, share }, { about: folder });
    }
    return lockFolder(folder);
  } catch (error) {
    return failure(
      'data-folder-unusable.folder',
      { folder },
      { about: folder, detail: causeText(error) },
    );
  }
}

/**
 * Magic numbers of statfs(2) on Linux. Other systems do not report the type, so no file system is refused
 * there.
 */
const networkFileSystems = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
]);

function networkShare(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  return networkFileSystems.get(statfsSync(folder).type >>> 0) ?? null;
}
