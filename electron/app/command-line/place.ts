import type {
  CommandInput,
  CommandLineChannels,
  CommandResult,
} from '#shared/contract/command-line-channels.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import type { Studio } from '../../studio.ts';
import type { CardPlace } from '../custom-models/card-file.ts';
import type { PsdTools } from '../jobs/fetch-psd.ts';
import type { JobPlace } from '../jobs/place.ts';
import type { ImportPlace } from '../settings/transfer.ts';
import type { Work } from './report.ts';
import type { Talk } from './talk.ts';

/**
 * Where a command runs: in the Darkslide that has the data folder open, or with parts opened only for this command.
 * Each method opens the parts that `work` needs, runs `work` and closes them. Problems: those of opening.
 */
export interface CommandPlace {
  readonly access: FolderAccess;
  /** Returns the number of photos above which a large drop needs confirmation. */
  readonly askAbove: () => number;
  withStudio<R>(work: (work: Work) => Promise<Outcome<R>>, use?: StudioUse): Promise<Outcome<R>>;
  /** Runs work that needs the client of the service, but no studio. */
  withTools<R>(work: (tools: CommandTools) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /** Runs work that needs the ledger but not the service. */
  withLedger<R>(work: (place: LedgerPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /** Runs work on the ledger of one service. `read` also works while another process uses the ledger. */
  withCards<R>(use: 'read' | 'change', work: (place: CardPlace) => Outcome<R>): Promise<Outcome<R>>;
  /** Runs work on the settings and on the ledger that holds the saved recipes. */
  withSettings<R>(work: (place: ImportPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
}

/** How a studio that is opened for a command is used. */
export interface StudioUse {
  /** Whether other commands may use this studio while it is open. */
  readonly takesCommands?: true;
  /** Whether the studio processes photos of shared hot folders, and watches those that no other station watches. */
  readonly isWorker?: true;
}

/** The parts for a command that needs no studio, with the client of the service. */
export interface CommandTools extends PsdTools, Pick<Studio, 'service' | 'access' | 'dataFolder'> {
  /** Runs the work with the known custom models and scenes, or with null if none can be read. */
  withModels<T>(work: (known: KnownModels | null) => Promise<T>): Promise<T>;
  /** Returns the paths of the hot folders, into which no command may write. Problems: those of reading a ledger. */
  hotFolders(): Promise<Outcome<readonly string[]>>;
}

export type KnownModels = Pick<Ledger, 'customModels' | 'creations'>;

/** A ledger that no studio is using, or a ledger together with the studio that uses it. */
export interface LedgerPlace extends JobPlace {
  readonly own?: Studio['customModels'];
  readonly hotFolders?: Studio['hotFolders'];
  readonly exchange?: Studio['exchange'];
}

/** The channels on which one process asks another to run a command. */
export type CommandChannel = Exclude<keyof CommandLineChannels, 'status' | 'stop' | 'answer'>;

/** The use case of a command, called in the command's own process or in the Darkslide that is open. */
export type CommandUseCase<C extends CommandChannel> = (
  place: CommandPlace,
  input: CommandInput<C>,
  talk: Talk,
  signal: AbortSignal,
) => Promise<Outcome<CommandResult<C>>>;
