import { pictureGeometry } from '../../app/pictures/media.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** What a viewer has to know of a picture before it asks for its tiles. */
export function mediaHandlers(session: Session): HandlersOf<'media'> {
  return { 'media.geometry': (picture, signal) => pictureGeometry(session, picture, signal) };
}
