import { pictureGeometry } from '../../app/pictures/media.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/**
 * Returns the handler that returns a picture's size and content hash, which a viewer needs before it requests tiles.
 */
export function mediaHandlers(session: Session): HandlersOf<'media'> {
  return { 'media.geometry': (picture, signal) => pictureGeometry(session, picture, signal) };
}
