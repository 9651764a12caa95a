/**
 * Custom models and scenes that nobody uploaded a photo for: as many as a test or a person who tries it
 * wants, in no time. Their pictures are drawn as the templates' are, when they are looked at.
 */
import type { DemoContext } from './context.ts';
import type { CustomKind } from './store.ts';
import { countCustomModels } from './custom-models.ts';
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
  const made = store.one<{ count: number }>(
    'SELECT count(*) AS count FROM owned WHERE kind = ?',
    kind,
  );
  for (let at = 1; at <= count; at += 1) {
    const number = (made?.count ?? 0) + at;
    store.run(
      'INSERT INTO owned (kind, name, images, createdAt, fails) VALUES (?, ?, ?, 0, 0)',
      kind,
      `${words[kind]} ${number}`,
      JSON.stringify(picturesOf(demo, kind, number)),
    );
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
