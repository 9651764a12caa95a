import Columns2 from '@lucide/svelte/icons/columns-2';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import Eye from '@lucide/svelte/icons/eye';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Image from '@lucide/svelte/icons/image';
import ImagePlus from '@lucide/svelte/icons/image-plus';
import Layers from '@lucide/svelte/icons/layers';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import Check from '@lucide/svelte/icons/check';
import X from '@lucide/svelte/icons/x';
import { findAgent, imagesPerExecution } from '#shared/agents/index.ts';
import type { Run, RunImage } from '#shared/views/retouch.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { copyImage } from '../../parts/copy-image.ts';
import { copyPath } from '../../parts/copy-path.ts';
import { resultCommands, runCommands } from '../../parts/menu-commands.ts';
import { mark } from '../../parts/marking.ts';
import { openResults } from '../../parts/open-results.ts';
import { reveal } from '../../parts/reveal.ts';
import { t } from '../../texts/texts.svelte.ts';
import type { ContextItem } from '../../ui/menu-item.ts';
import type { RetouchSession } from './retouch-session.svelte.ts';
import { isUnderWay, needsAnswer } from './words.ts';

/** The actions in the menus of runs and results. Must be created while a component is initialised. */
export class RunCommands {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #session: RetouchSession;

  constructor(session: RetouchSession) {
    this.#session = session;
  }

  /** Cancels a run, with an Undo button in the notice. */
  async cancel({ jobId }: Run): Promise<void> {
    const jobs = { ids: [jobId] };
    const answer = await this.#studio.ask('queue.act', { jobs, action: 'cancel' });
    if (!answer.ok) return this.#notices.complain(answer.problem);
    const { problems, undoable } = answer.value;
    const [refused] = problems;
    if (refused !== undefined) return this.#notices.complain(refused);
    const undo = () => void this.#studio.ask('queue.act', { jobs, action: 'retry' });
    this.#notices.say(t('retouch.cancelled'), undoable.length > 0 ? undo : null);
  }

  async askPsd(resultId: number): Promise<void> {
    const answer = await this.#studio.ask('retouch.psd', { resultId });
    if (answer.ok) this.#notices.say(t('retouch.psdAsked'));
    else this.#notices.complain(answer.problem);
  }

  /** Runs the photo again with the settings of a run. */
  again({ recipe }: Run): void {
    const found = findAgent(recipe.agent, recipe.version);
    this.#session.again(recipe, found.ok ? imagesPerExecution(found.value, recipe.params) : 1);
  }

  /** Returns the menu of a run and, if `image` is given, of this image of the run. */
  menu(run: Run, image: RunImage | undefined): readonly ContextItem[] {
    const { resultId = null, layersId = null } = image ?? {};
    return [
      ...(resultId === null || image?.state !== 'there' ? [] : this.#ofResult(resultId, layersId)),
      ...this.#ofRun(run, resultId),
    ];
  }

  #ofRun(run: Run, resultId: number | null): readonly ContextItem[] {
    const { recipe, state, psd } = run;
    return [
      ...(isUnderWay(run) || needsAnswer(run.state)
        ? []
        : [
            {
              command: resultCommands.again,
              name: t('retouch.again'),
              icon: RotateCcw,
              run: () => this.again(run),
            },
          ]),
      {
        command: runCommands.takeSettings,
        name: t('retouch.takeSettings'),
        icon: SlidersHorizontal,
        run: () => this.#session.panels.take(recipe, null),
      },
      ...(resultId !== null && state === 'done' && mayAskPsd(psd)
        ? [
            {
              command: resultCommands.askLayers,
              name: t('retouch.askPsd'),
              icon: Layers,
              run: () => this.askPsd(resultId),
            },
          ]
        : []),
    ];
  }

  #ofResult(id: number, layersId: number | null): readonly ContextItem[] {
    const session = this.#session;
    const studio = this.#studio;
    return [
      {
        command: resultCommands.pick,
        name: t('retouch.keys.pick'),
        icon: Check,
        run: () => mark(studio, id, { pick: 1 }),
      },
      {
        command: resultCommands.reject,
        name: t('retouch.keys.reject'),
        icon: X,
        run: () => mark(studio, id, { pick: -1 }),
      },
      ...this.#compare(id),
      {
        command: resultCommands.export,
        name: t('export.open'),
        icon: Download,
        run: () => (session.exporting = [id]),
      },
      {
        command: resultCommands.copyImage,
        name: t('library.copyImage'),
        icon: Image,
        run: () => copyImage(studio, id),
      },
      {
        command: resultCommands.copyPath,
        name: t('library.copyPath'),
        icon: Copy,
        run: () => copyPath(studio, id),
      },
      {
        command: runCommands.use,
        name: t('retouch.use'),
        icon: ImagePlus,
        run: () => session.use(id),
      },
      {
        command: runCommands.openResults,
        name: t('folders.openResults'),
        icon: FolderOpen,
        run: () => openResults(studio, { resultId: id }),
      },
      {
        command: resultCommands.reveal,
        name: t('retouch.reveal'),
        icon: Eye,
        run: () => reveal(studio, { resultId: id }),
      },
      ...(layersId === null
        ? []
        : [
            {
              command: resultCommands.revealLayers,
              name: t('retouch.revealLayers'),
              icon: Layers,
              run: () => reveal(studio, { resultId: layersId }),
            },
          ]),
    ];
  }

  /** Returns the menu entries that compare the result on screen with this result, or with the photo again. */
  #compare(id: number): readonly ContextItem[] {
    const { result, against, place } = this.#session;
    const toPhoto = {
      command: runCommands.compare,
      name: t('retouch.compareWithPhoto'),
      icon: Columns2,
      run: () => place.show({ against: null }),
    };
    if (result === null || result === id) return against === null ? [] : [toPhoto];
    return against === id
      ? [toPhoto]
      : [
          {
            command: runCommands.compare,
            name: t('retouch.compareWith'),
            icon: Columns2,
            run: () => place.show({ against: id }),
          },
        ];
  }
}

/** Checks whether the user can request a PSD: none was requested, or the last request has failed. */
export function mayAskPsd(psd: Run['psd']): psd is null | 'failed' {
  return psd === null || psd === 'failed';
}
