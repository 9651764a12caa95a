import type { photoPicker as english } from '../en/photo-picker.ts';

/** Texts of the photo picker. */
export const photoPicker: Record<keyof typeof english, string> = {
  'photoPicker.title': '{most, plural, one {Ein Foto wählen} other {Bis zu # Fotos wählen}}',
  'photoPicker.from': 'Quelle',
  'photoPicker.strip': 'Filmstreifen',
  'photoPicker.library': 'Bibliothek',
  'photoPicker.search': 'Foto suchen',
  'photoPicker.none.strip':
    'Der Filmstreifen ist leer. Fügen Sie in Retusche Fotos hinzu, oder wählen Sie aus der Bibliothek.',
  'photoPicker.none.library': 'Noch keine Ergebnisse in der Bibliothek',
  'photoPicker.noneFound': 'Keine passenden Fotos',
  'photoPicker.numbered': '{number, number}. {name}',
  'photoPicker.picks': 'Gewählte Fotos',
  'photoPicker.letGo': '{number, number} entfernen: {name}',
  'photoPicker.chosen': '{count, number} von {most, number} gewählt',
  'photoPicker.tooMany': 'Sie können bis zu {most, number} wählen. Entfernen Sie zuerst eines.',
  'photoPicker.take':
    '{count, plural, =0 {Fotos verwenden} one {# Foto verwenden} other {# Fotos verwenden}}',
};
