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
 * Where a command works: in the Darkslide that is open on the data folder, or with parts opened for
 * this command alone. Each method opens what the work needs, runs it and closes it. Problems: those
 * of opening.
 */
export interface CommandPlace {
  readonly access: FolderAccess;
  /** Returns the most photos of a sudden drop that are bought without confirmation. */
  readonly askAbove: () => number;
  withStudio<R>(work: (work: Work) => Promise<Outcome<R>>, use?: StudioUse): Promise<Outcome<R>>;
  /** Runs work with the service and on single files. */
  withTools<R>(work: (tools: CommandTools) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /** Runs work on the ledger, without the service. */
  withLedger<R>(work: (place: LedgerPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
  /**
   * Runs work on the ledger of one service, to read it beside a running process, or to change it.
   */
  withCards<R>(use: 'read' | 'change', work: (place: CardPlace) => Outcome<R>): Promise<Outcome<R>>;
  /** Runs work on the settings and on the ledger with the saved recipes. */
  withSettings<R>(work: (place: ImportPlace) => Promise<Outcome<R>>): Promise<Outcome<R>>;
}

/** The purpose of a studio that is opened for a command. */
export interface StudioUse {
  /** Lets other commands use this studio while it is open. */
  readonly takesCommands?: true;
}

/** The client of the service for a command. */
export interface CommandTools extends PsdTools, Pick<Studio, 'service' | 'access' | 'dataFolder'> {
  /** Runs the work on the known custom models and scenes; null where none can be read. */
  withModels<T>(work: (known: KnownModels | null) => Promise<T>): Promise<T>;
}

export type KnownModels = Pick<Ledger, 'customModels' | 'creations'>;

/** A ledger at rest, or one with the studio that uses it. */
export interface LedgerPlace extends JobPlace {
  readonly own?: Studio['customModels'];
  readonly hotFolders?: Studio['hotFolders'];
}

/** The channels that run commands. */
export type CommandChannel = Exclude<keyof CommandLineChannels, 'status' | 'stop' | 'answer'>;

/** The use case of a command, called in its own process and in the open Darkslide. */
export type CommandUseCase<C extends CommandChannel> = (
  place: CommandPlace,
  input: CommandInput<C>,
  talk: Talk,
  signal: AbortSignal,
) => Promise<Outcome<CommandResult<C>>>;
