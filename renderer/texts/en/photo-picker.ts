/** Texts of the photo picker. */
export const photoPicker = {
  'photoPicker.title': '{most, plural, one {Choose a photo} other {Choose up to # photos}}',
  'photoPicker.from': 'Source',
  'photoPicker.strip': 'Filmstrip',
  'photoPicker.library': 'Library',
  'photoPicker.search': 'Find a photo',
  'photoPicker.none.strip':
    'The filmstrip is empty. Add photos in Retouch, or choose from Library.',
  'photoPicker.none.library': 'No results in Library yet',
  'photoPicker.noneFound': 'No matching photos',
  'photoPicker.numbered': '{number, number}. {name}',
  'photoPicker.picks': 'Chosen photos',
  'photoPicker.letGo': 'Remove {number, number}: {name}',
  'photoPicker.chosen': '{count, number} of {most, number} chosen',
  'photoPicker.tooMany': 'You can choose up to {most, number}. Remove one first.',
  'photoPicker.take': '{count, plural, =0 {Use photos} one {Use # photo} other {Use # photos}}',
} as const;
