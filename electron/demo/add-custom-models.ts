/**
 * Custom models and scenes that nobody uploaded a photo for: as many as a test or a person who tries it
 * wants, in no time. Their pictures are drawn as the templates' are, when they are looked at.
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
/** Looks from here on are not those of any template. */
const firstVariant = 100_000;
/** A model has one to four pictures, so that there are some of each. */
const picturesAtMost = 4;

/** The addresses of the pictures of number `number`, from 1. */
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

/** Makes this many more of each. Their preparation lies in the past, so they can be used. */
export function addCustomModels(
  demo: DemoContext,
  { models = 0, scenes = 0 }: DemoCustomModels,
): void {
  demo.store.together(() => {
    add(demo, 'model', models);
    add(demo, 'scene', scenes);
  });
}

/** Makes what is missing of these. */
export function fillCustomModels(
  demo: DemoContext,
  { models = 0, scenes = 0 }: DemoCustomModels,
): void {
  addCustomModels(demo, {
    models: models - countCustomModels(demo, 'model'),
    scenes: scenes - countCustomModels(demo, 'scene'),
  });
}
