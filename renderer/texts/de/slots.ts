import type { slots as english } from '../en/slots.ts';

/** Texts of the numbered slots for the photos that an agent takes. */
export const slots: Record<keyof typeof english, string> = {
  'slot.label': 'Nummerierte Fotos',
  'slot.numbered': 'Foto {number, number}:',
  'slot.each': 'Jedes eingehende Foto',
  'slot.drop': 'Foto hierher ziehen oder wählen (optional)',
  'slot.choose': '{label}: Datei wählen',
  'slot.film': '{label}: vom Filmstreifen wählen',
  'slot.type': '{label}: Pfad oder Webadresse eingeben',
  'slot.address': '{label}: Pfad oder Webadresse',
  'slot.swap': '{one, number} und {other, number} tauschen',
  'slot.search': 'Nach Name suchen',
  'slot.none': 'Keine passenden Fotos auf dem Filmstreifen',
  'slot.more':
    '{count, plural, one {# weiteres Foto passt} other {# weitere Fotos passen}}. Suche verfeinern.',
};
