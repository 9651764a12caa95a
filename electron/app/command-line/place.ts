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
 * Where a command does its work: in the Darkslide that is open on the data folder, or in what is opened for this
 * command alone. Each method opens what the work needs, does it and closes it. Problems: those of opening.
 */
export interface CommandPlace {
  readonly access: FolderAccess;
  /** Photos of a sudden drop that are bought without a question. */
  readonly askAbove: () => number;
  withStudio<R>(work: (work: Work) => Promise<Outcome<R>>, use?: StudioUse): Promise<Outcome<R>>;
  /** The service, and what works on single files. */
  withTools<R>(work: (tools: CommandTools) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /** The ledger without the service. */
  withLedger<R>(work: (place: LedgerPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /** The ledger of one service, to read beside whoever works on it, or to change. */
  withCards<R>(use: 'read' | 'change', work: (place: CardPlace) => Outcome<R>): Promise<Outcome<R>>;
  /** The settings and the ledger with the saved recipes. */
  withSettings<R>(work: (place: ImportPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
}

/** What a studio that is opened for a command is for. */
export interface StudioUse {
  /** Lets other commands work through this one while it lasts. */
  readonly takesCommands?: true;
}

/** The service that a command asks. */
export interface CommandTools extends PsdTools, Pick<Studio, 'service' | 'access' | 'dataFolder'> {
  /** Runs the work on the custom models and scenes that are known here; null where none can be read. */
  withModels<T>(work: (known: KnownModels | null) => Promise<T>): Promise<T>;
}

export type KnownModels = Pick<Ledger, 'customModels' | 'creations'>;

/** A ledger that no studio works on, or one with the studio that does. */
export interface LedgerPlace extends JobPlace {
  readonly own?: Studio['customModels'];
  readonly hotFolders?: Studio['hotFolders'];
}

/** The channels that do the work of a command. */
export type CommandChannel = Exclude<keyof CommandLineChannels, 'status' | 'stop' | 'answer'>;

/** The use case of a command, called in its own process and in the Darkslide that is open. */
export type CommandUseCase<C extends CommandChannel> = (
  place: CommandPlace,
  input: CommandInput<C>,
  talk: Talk,
  signal: AbortSignal,
) => Promise<Outcome<CommandResult<C>>>;
