import type { CustomModelKind } from '#shared/custom-models.ts';
import type { EarlierCreation, CustomModelCreation } from '#shared/views/custom-models.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { t } from '../../texts/texts.svelte.ts';
import { emptyDraft, requestOf, type Draft } from './creation-draft.ts';
import { DraftPhotos } from './draft-photos.ts';

/** Creates the unsaved input for a model and a scene, which is kept when the user opens another view. */
function createDrafts(): Record<CustomModelKind, Draft> {
  const drafts = $state({ model: emptyDraft(), scene: emptyDraft() });
  return drafts;
}

export interface Making {
  readonly kind: CustomModelKind;
  readonly draft: Draft;
  readonly photos: DraftPhotos;
  /** Starts a draft with the input of a stopped creation. Creating the draft then dismisses the stopped creation. */
  change(stopped: CustomModelCreation): void;
  /** An earlier creation from the same photos. The user must choose between this creation and a new one. */
  readonly earlier: EarlierCreation | null;
  /**
   * Requests the creation and returns its id; null if it was not started. `again` creates another model or
   * scene even if these photos have already made one.
   */
  create(again: boolean): Promise<number | null>;
}

export function makingOf(studio: Studio, kind: CustomModelKind): Making {
  const { say } = useNotices();
  const drafts = studio.state(createDrafts);
  const draft = () => drafts[kind];
  const given = new DraftPhotos(studio, kind, draft);

  async function putAwayStopped(id: number): Promise<void> {
    const page = await studio.ask('custom-models.page', { kind, filter: {}, offset: 0, limit: 1 });
    // checks again, because the user may have retried the creation in the meantime
    const stopped = page.ok && page.value.creations.find((one) => one.id === id);
    if (stopped && stopped.state === 'stopped') await studio.ask('custom-models.put-away', { id });
  }

  return {
    kind,
    get draft() {
      return draft();
    },
    photos: given,
    change({ id, name, photos }) {
      const before = draft();
      drafts[kind] = { ...emptyDraft(), name: name ?? '', replaces: id };
      void given.add(photos.map(({ path }) => path));
      if (before.photos.length === 0) return;
      say(t('models.creation.changed'), () => {
        // leaves out photos whose check had not finished, because nothing would ever finish it
        const seen = before.photos.filter(({ look: one, problem }) => one ?? problem);
        drafts[kind] = { ...before, photos: seen };
      });
    },
    get earlier() {
      const { earlier } = draft();
      const isAsked = earlier?.request === JSON.stringify(requestOf(kind, draft()));
      return isAsked ? earlier.found : null;
    },
    async create(again) {
      const now = draft();
      const seen = again ? (now.earlier?.found.creationId ?? 0) : 0;
      const request = requestOf(kind, now);
      now.isCreating = true;
      now.problem = null;
      now.earlier = null;
      const answer = await studio.ask('custom-models.create', { ...request, seen });
      now.isCreating = false;
      if (!answer.ok) {
        now.problem = answer.problem;
        return null;
      }
      if ('earlier' in answer.value) {
        now.earlier = { request: JSON.stringify(request), found: answer.value.earlier };
        return null;
      }
      // what was entered in the meantime is a new draft
      const isUnchanged = JSON.stringify(requestOf(kind, draft())) === JSON.stringify(request);
      if (isUnchanged) drafts[kind] = emptyDraft();
      if (now.replaces !== null) await putAwayStopped(now.replaces);
      now.replaces = null;
      return answer.value.creationId;
    },
  };
}
