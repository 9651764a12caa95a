/** Texts of the numbered slots for the photos that an agent takes. */
export const slots = {
  'slot.label': 'Photos by number',
  'slot.numbered': 'Photo {number, number}:',
  'slot.each': 'each photo that comes',
  'slot.drop': 'Drop a photo here, or choose one. It may stay empty.',
  'slot.choose': '{label}: choose a file',
  'slot.film': '{label}: take from the filmstrip',
  'slot.type': '{label}: type a path or address',
  'slot.address': '{label}: path or address',
  'slot.swap': 'Swap {one, number} and {other, number}',
  'slot.search': 'Find a photo by its name',
  'slot.none': 'No photo on the filmstrip is called that.',
  'slot.more': '{count, plural, one {# more is} other {# more are}} found by name.',
} as const;
