/** Texts of the picker of photos that are known here. */
export const photoPicker = {
  'photoPicker.title': '{most, plural, one {Choose a photo} other {Choose up to # photos}}',
  'photoPicker.from': 'From where',
  'photoPicker.strip': 'Filmstrip',
  'photoPicker.library': 'Library',
  'photoPicker.search': 'Find a photo by its name',
  'photoPicker.none.strip':
    'There are no photos on the filmstrip. Add some in Retouch, or look in the library.',
  'photoPicker.none.library': 'There are no results in the library yet.',
  'photoPicker.noneFound': 'No photo here is called that.',
  'photoPicker.numbered': '{number, number}. {name}',
  'photoPicker.picks': 'Chosen photos',
  'photoPicker.letGo': 'Let {number, number} go: {name}',
  'photoPicker.chosen': '{count, number} of {most, number} chosen',
  'photoPicker.tooMany': 'At most {most, number} can be chosen. Let one of them go first.',
  'photoPicker.take': '{count, plural, =0 {Take} one {Take # photo} other {Take # photos}}',
} as const;
