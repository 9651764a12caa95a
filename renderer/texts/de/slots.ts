import type { slots as english } from '../en/slots.ts';

/** Texts of the numbered slots for the photos that an agent takes. */
export const slots: Record<keyof typeof english, string> = {
  'slot.label': 'Fotos nach Nummer',
  'slot.numbered': 'Foto {number, number}:',
  'slot.each': 'jedes Foto, das kommt',
  'slot.drop': 'Ein Foto hierher ziehen oder wählen. Es darf leer bleiben.',
  'slot.choose': '{label}: Datei wählen',
  'slot.film': '{label}: vom Filmstreifen nehmen',
  'slot.type': '{label}: Pfad oder Adresse eingeben',
  'slot.address': '{label}: Pfad oder Adresse',
  'slot.swap': '{one, number} und {other, number} tauschen',
  'slot.search': 'Foto nach Namen suchen',
  'slot.none': 'Kein Foto auf dem Filmstreifen heißt so.',
  'slot.more':
    '{count, plural, one {# weiteres findet sich} other {# weitere finden sich}} über den Namen.',
};
