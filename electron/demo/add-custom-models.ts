/**
 * Adds any number of custom models and scenes without uploaded photos, immediately, for tests and
 * for users of the demo. Their pictures are drawn when they are first viewed, as are the pictures
 * of templates.
 */
import type { DemoContext } from './context.ts';
import type { CustomKind } from './store.ts';
import { countCustomModels, nextNumber } from './custom-models.ts';
import { sceneKinds, thumbnailPath } from './templates.ts';
import type { DemoCustomModels } from './types.ts';

const words: Readonly<Record<CustomKind, string>> = {
  model: 'Studio model',
  scene: 'Studio scene',
};
/**
 * First variant that no template uses, so that no custom model or scene has the picture of a
 * template.
 */
const firstVariant = 100_000;
/** Models have one to four pictures, so that tests cover each of these numbers. */
const picturesAtMost = 4;

/**
 * Returns the addresses of the pictures of the custom model or scene with this number; numbers
 * start at 1.
 */
function picturesOf(demo: DemoContext, kind: CustomKind, number: number): string[] {
  const variant = firstVariant + number * picturesAtMost;
  const looks =
    kind === 'scene'
      ? [{ scene: sceneKinds[number % sceneKinds.length] ?? 'studio', variant }]
      : Array.from({ length: 1 + (number % picturesAtMost) }, (_, at) => ({
          variant: variant + at,
        }));
  return looks.map((look) => demo.pictures.address(thumbnailPath(look)));
}

function add(demo: DemoContext, kind: CustomKind, count: number): void {
  const { store } = demo;
  for (let at = 0; at < count; at += 1) {
    const number = nextNumber(store, kind);
    const images = JSON.stringify(picturesOf(demo, kind, number));
    const name = `${words[kind]} ${number}`;
    store.insert('owned', { kind, name, images, createdAt: 0, fails: 0 });
  }
}

/**
 * Adds `models` custom models and `scenes` custom scenes. Their preparation has already finished, so they can be
 * used.
 */
export function addCustomModels(
  demo: DemoContext,
  { models = 0, scenes = 0 }: DemoCustomModels,
): void {
  demo.store.together(() => {
    add(demo, 'model', models);
    add(demo, 'scene', scenes);
  });
}

/** Adds custom models and scenes until there are at least the requested numbers. */
export function fillCustomModels(
  demo: DemoContext,
  { models = 0, scenes = 0 }: DemoCustomModels,
): void {
  addCustomModels(demo, {
    models: models - countCustomModels(demo, 'model'),
    scenes: scenes - countCustomModels(demo, 'scene'),
  });
}
