import type { ServiceModel } from '#shared/custom-models.ts';
import type { CreationView } from '#shared/views/command-line.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';

/** Returns the fields of a custom model or scene that commands print. */
export function customModelReport({ id, name, cover, images, status }: ServiceModel): ServiceModel {
  return { id, name, cover, images, status };
}

/** Returns the fields of a creation that commands print. */
export function creationView(row: CreationRow): CreationView {
  const { id, kind, name, photos, state, problem, createdAt } = row;
  const named = photos.map((photo) => ({ path: photo.path, name: photo.name }));
  return { id, kind, name, photos: named, state, problem, createdAt };
}
