/**
 * Own models and scenes that nobody uploaded a photo for: as many as a test or a person who tries it
 * wants, in no time. Their pictures are drawn as the templates' are, when they are looked at.
 */
import type { Backstage } from './backstage.ts';
import type { OwnedRow } from './book.ts';
import { countOwned } from './owned.ts';
import { sceneKinds, thumbnailPath } from './templates.ts';
import type { DemoOwn } from './types.ts';

type Kind = OwnedRow['kind'];

const words: Readonly<Record<Kind, string>> = { model: 'Studio model', scene: 'Studio scene' };
/** Looks from here on are not those of any template. */
const firstVariant = 100_000;
/** A model has one to four pictures, so that there are some of each. */
const picturesAtMost = 4;

/** The addresses of the pictures of number `number`, from 1. */
function picturesOf(stage: Backstage, kind: Kind, number: number): string[] {
  const variant = firstVariant + number * picturesAtMost;
  const looks =
    kind === 'scene'
      ? [{ scene: sceneKinds[number % sceneKinds.length] ?? 'studio', variant }]
      : Array.from({ length: 1 + (number % picturesAtMost) }, (_, at) => ({
          variant: variant + at,
        }));
  return looks.map((look) => stage.pictures.address(thumbnailPath(look)));
}

function add(stage: Backstage, kind: Kind, count: number): void {
  const { book } = stage;
  const made = book.one<{ count: number }>(
    'SELECT count(*) AS count FROM owned WHERE kind = ?',
    kind,
  );
  for (let at = 1; at <= count; at += 1) {
    const number = (made?.count ?? 0) + at;
    book.run(
      'INSERT INTO owned (kind, name, images, createdAt, fails) VALUES (?, ?, ?, 0, 0)',
      kind,
      `${words[kind]} ${number}`,
      JSON.stringify(picturesOf(stage, kind, number)),
    );
  }
}

/** Makes this many more of each. Their preparation lies in the past, so they can be used. */
export function addOwn(stage: Backstage, { models = 0, scenes = 0 }: DemoOwn): void {
  stage.book.together(() => {
    add(stage, 'model', models);
    add(stage, 'scene', scenes);
  });
}

/** Makes what is missing of these. */
export function fillOwn(stage: Backstage, { models = 0, scenes = 0 }: DemoOwn): void {
  addOwn(stage, {
    models: models - countOwned(stage, 'model'),
    scenes: scenes - countOwned(stage, 'scene'),
  });
}
