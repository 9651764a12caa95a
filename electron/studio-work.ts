import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from './base/clock.ts';
import { createReceiver, type Receiver } from './adapters/callback/receiver.ts';
import { superviseMarks, type MarkSupervisor } from './adapters/delivery/mark-supervisor.ts';
import { keepFiles, type KeptFiles } from './adapters/images/kept-files.ts';
import type { OpenLedger } from './adapters/ledger/open.ts';
import { accountMark } from './adapters/ledger/owner.ts';
import { createSupervisor, type HotFolderSupervisor } from './engine/intake/supervisor.ts';
import { createPhotoMover } from './engine/intake/photo-mover.ts';
import { createTidier, type Tidier } from './engine/intake/tidier.ts';
import { createCopies } from './engine/models/copies.ts';
import { createCustomModels } from './engine/models/custom-models.ts';
import type { CustomModels } from './engine/models/types.ts';
import { systemDisk } from './engine/queue/disk.ts';
import type { QueueLimits } from './engine/queue/parts.ts';
import type { Runner } from './engine/queue/runner-types.ts';
import { createRunner } from './engine/queue/runner.ts';
import type { WorkExchange } from './engine/station/work/exchange.ts';
import { createTemplates, type Templates } from './engine/templates/templates.ts';
import { mistakeIn, type Reporter } from './studio-events.ts';
import { sharedFolders, wireExchange } from './studio-exchange.ts';
import type { Membership } from './studio-station.ts';
import type { Tools, ToolsOptions } from './studio-tools.ts';

export interface WorkParts {
  readonly options: Pick<ToolsOptions, 'dataFolder' | 'service' | 'access'> & {
    readonly marksInFiles?: () => boolean;
    readonly takesAll?: true;
  };
  readonly ledger: OpenLedger;
  readonly tools: Tools;
  readonly limits: QueueLimits;
  /** Null outside a shared studio. */
  readonly membership: Membership | null;
  readonly reporter: Reporter;
  readonly clock: Clock;
  readonly random: () => number;
  /** Collects the close functions of the parts and runs them in reverse order. */
  readonly opening: AsyncDisposableStack;
}

/** The parts that work on the ledger. */
export interface StudioWork {
  readonly previews: KeptFiles;
  readonly templates: Templates;
  readonly customModels: CustomModels;
  readonly marks: MarkSupervisor;
  readonly tidier: Tidier;
  readonly callback: Receiver;
  readonly runner: Runner;
  readonly hotFolders: HotFolderSupervisor;
  /** Null outside a shared studio. */
  readonly exchange: WorkExchange | null;
}

/**
 * Size limit in bytes of the thumbnails and tiles in the data folder: enough for 100,000 thumbnails and the tiles of
 * large photos from the last days.
 */
const PREVIEW_BYTES = 4_000_000_000;

/** Wires the parts that work on the ledger without starting them. Aborting `stopping` ends all of them. */
export function wireWork(parts: WorkParts, stopping: AbortSignal): StudioWork {
  const { options, ledger, reporter, clock, random, opening } = parts;
  const previews = keepFiles({
    folder: join(options.dataFolder, 'previews'),
    most: PREVIEW_BYTES,
    clock,
  });
  const mover = createPhotoMover({ ledger, clock, random });
  const tidier = createTidier(
    mover,
    (error, jobId) => reporter.mistake(error, `job ${jobId}`),
    stopping,
  );
  opening.defer(() => tidier.ended());
  const templates = wireTemplates(parts, previews);
  opening.defer(() => templates.close());
  const customModels = wireModels(parts, previews, templates);
  opening.defer(() => customModels.stop());
  const marks = wireMarks(parts, stopping);
  opening.defer(() => marks.ended());
  const exchange = wireExchange(parts, () => ({ runner, hotFolders, tidier }));
  const { callback, runner } = wireQueue(parts, tidier, exchange);
  opening.defer(() => runner.stop());
  const hotFolders = createSupervisor(
    {
      ledger,
      access: options.access,
      mover,
      clock,
      random,
      mistake: mistakeIn('a hot folder'),
      mayWatch: (id) => exchange?.mayWatch(id) ?? true,
    },
    (event) => {
      reporter.tell(event);
      if (event.kind === 'intake') runner.wake();
    },
  );
  opening.defer(() => hotFolders.close());
  opening.defer(() => callback.close());
  return {
    previews,
    templates,
    customModels,
    marks,
    tidier,
    callback,
    runner,
    hotFolders,
    exchange,
  };
}

function wireTemplates({ options, tools, reporter, clock, random }: WorkParts, files: KeptFiles) {
  const { service, serviceUrl, isDemo, images, network, downloads } = tools;
  return createTemplates({
    service,
    serviceUrl,
    isDemo,
    images,
    files,
    network,
    downloads,
    folder: join(options.dataFolder, 'templates'),
    clock,
    random,
    changed: () => reporter.tell({ kind: 'templates' }),
    mistake: mistakeIn('a list of templates'),
  });
}

function wireModels(
  { options, ledger, tools, limits, membership, reporter, clock, random }: WorkParts,
  files: KeptFiles,
  templates: Templates,
) {
  const { service, serviceUrl, isDemo, images, network, downloads } = tools;
  const folder = join(options.dataFolder, 'work', 'own');
  return createCustomModels(
    {
      ledger,
      service,
      network,
      downloads,
      serviceUrl,
      isDemo,
      account: markOf(options.service),
      images,
      copies: createCopies({ ledger, images, folder }),
      templates,
      files,
      folder,
      clock,
      random,
      doubtWindow: () => limits.doubtWindow,
      ...(membership && { station: membership.station }),
      mistake: mistakeIn('an own model or scene'),
    },
    reporter.tell,
  );
}

function wireMarks(
  { options, ledger, tools, reporter, clock, random }: WorkParts,
  stopping: AbortSignal,
) {
  return superviseMarks(
    {
      ledger,
      marker: tools.delivery,
      check: tools.images.check,
      clock,
      random,
      owner: options.dataFolder,
      isWanted: options.marksInFiles,
    },
    reporter.notice,
    (error) => reporter.mistake(error, 'a mark'),
    stopping,
  );
}

function wireQueue(
  { options, ledger, tools, limits, membership, reporter, clock, random }: WorkParts,
  tidier: Tidier,
  exchange: WorkExchange | null,
) {
  const { service, images, delivery, finishPresets, network, serviceUrl } = tools;
  const callback = createReceiver({
    serviceUrl,
    hints: ledger.hints,
    clock,
    secret: randomBytes,
    network,
    // The receiver is started later, so `runner` is set before the first notification arrives.
    onHint: (jobId) => runner.hint(jobId),
    onChange: () => reporter.tell({ kind: 'callback' }),
    onTrouble: reporter.notice,
    onMistake: (error) => reporter.mistake(error, 'a notification'),
  });
  const runner: Runner = createRunner(
    {
      ledger,
      service,
      images,
      delivery,
      finishPresets,
      disk: systemDisk,
      clock,
      random,
      workFolder: join(options.dataFolder, 'work'),
      callbacks: callback,
      limits,
      ...(membership && {
        station: membership.station,
        sharedFolders: () => sharedFolders(ledger).map(({ id }) => id),
      }),
      ...(exchange && { mayDeliver: (jobId) => exchange.mayDeliver(jobId) }),
    },
    (event) => {
      if (event.kind === 'ended') tidier.tidy(event.jobId);
      reporter.tell(event);
    },
  );
  return { callback, runner };
}

/**
 * Returns a hash that identifies the account; null if there is no key, and for the demo service, which has only one
 * account.
 */
function markOf(service: ToolsOptions['service']): string | null {
  if (service === null || service.key === null) return null;
  return accountMark({ url: service.url, key: service.key });
}
