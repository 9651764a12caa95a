import type { photoPicker as english } from '../en/photo-picker.ts';

/** Texts of the picker of photos that are known here. */
export const photoPicker: Record<keyof typeof english, string> = {
  'photoPicker.title': '{most, plural, one {Ein Foto wählen} other {Bis zu # Fotos wählen}}',
  'photoPicker.from': 'Woher',
  'photoPicker.strip': 'Filmstreifen',
  'photoPicker.library': 'Bibliothek',
  'photoPicker.search': 'Foto nach Namen suchen',
  'photoPicker.none.strip':
    'Auf dem Filmstreifen liegen keine Fotos. In der Retusche welche hinzufügen oder in der Bibliothek nachsehen.',
  'photoPicker.none.library': 'In der Bibliothek gibt es noch keine Ergebnisse.',
  'photoPicker.noneFound': 'Kein Foto hier heißt so.',
  'photoPicker.numbered': '{number, number}. {name}',
  'photoPicker.picks': 'Gewählte Fotos',
  'photoPicker.letGo': '{number, number} weglassen: {name}',
  'photoPicker.chosen': '{count, number} von {most, number} gewählt',
  'photoPicker.tooMany': 'Höchstens {most, number} lassen sich wählen. Erst eines davon weglassen.',
  'photoPicker.take':
    '{count, plural, =0 {Übernehmen} one {# Foto übernehmen} other {# Fotos übernehmen}}',
};
