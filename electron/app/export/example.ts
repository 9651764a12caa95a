import { success, type Outcome } from '#shared/problem.ts';
import type { ExportExample } from '#shared/views/export.ts';
import { nameValuesOf } from '../../adapters/delivery/place.ts';
import type { Session } from '../session/session.ts';
import { pictureOf } from './write.ts';

/** Returns the example values from which an exported result's name is made. Problems: those of `pictureOf`. */
export function exportExample(
  session: Pick<Session, 'studio' | 'preferences'>,
  id: number,
): Outcome<ExportExample> {
  const picture = pictureOf(session.studio().ledger, id);
  if (!picture.ok) return picture;
  const { context, index, extension } = picture.value;
  const { skuPattern } = session.preferences.read();
  return success({ values: nameValuesOf(context, index, skuPattern), extension });
}
