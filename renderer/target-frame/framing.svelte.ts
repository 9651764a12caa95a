import { untrack } from 'svelte';
import type { Size } from '#shared/pictures.ts';
import { canvasSize, photoSize, placeOnCanvas } from '#shared/upload-size.ts';
import { agentOf, uploadWishOf, valuesOf, type RecipeForm } from '../parts/recipe/recipe-form.ts';
import { Drags } from './drags.svelte.ts';
import { Framing, type Upload } from './framing.ts';
import { layoutOf, limitsOf, type Layout } from './layout.ts';

/** A photo from the filmstrip. */
interface FramedPhoto extends Size {
  readonly id: number;
}

/**
 * Returns an object whose `current` is the target frame, or null if the agent has no target frame or no photo is
 * chosen. Must be called while a component is initialised.
 */
export function framingOf(
  form: () => RecipeForm | null,
  photo: () => FramedPhoto | null,
): { readonly current: Framing | null } {
  const drags = new Drags();
  const agent = $derived.by(() => {
    const now = form();
    return now === null ? null : agentOf(now);
  });
  const limits = $derived(
    agent?.targetFrame === undefined ? null : limitsOf(agent, agent.targetFrame),
  );
  const upload = $derived(uploadOf(photo(), form()));
  const layout = $derived.by((): Layout | null => {
    const [now, frame] = [form(), agent?.targetFrame];
    if (now === null || frame === undefined || limits === null || upload === null) return null;
    return layoutOf(frame, valuesOf(now), upload.canvas, limits);
  });
  const photoId = $derived(photo()?.id);

  $effect.pre(() => {
    void [photoId, agent];
    drags.forget();
  });
  $effect.pre(() => {
    if (layout === null || drags.isGrabbed) return;
    const now = layout;
    untrack(() => drags.settle(now));
  });

  const current = $derived.by(() => {
    const now = form();
    const frame = agent?.targetFrame;
    if (now === null || !agent || !frame || !limits || !upload || !layout) return null;
    return new Framing({ form: now, agent, frame, limits, upload, layout, drags }, () => layout);
  });

  return {
    get current() {
      return current;
    },
  };
}

/** Returns the size and padding with which the photo is uploaded under these settings. */
function uploadOf(own: FramedPhoto | null, form: RecipeForm | null): Upload | null {
  if (own === null || form === null) return null;
  const size = photoSize(own, uploadWishOf(form).longSide);
  // a photo that is too long even for padding is shown without padding; the run button shows why it is rejected
  const canvas = canvasSize(size, form.pad !== null) ?? size;
  return { own, size, canvas, inset: placeOnCanvas(size, canvas) };
}
