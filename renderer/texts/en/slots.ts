/** Texts of the numbered slots for the photos that an agent takes. */
export const slots = {
  'slot.label': 'Numbered photos',
  'slot.numbered': 'Photo {number, number}:',
  'slot.each': 'Each incoming photo',
  'slot.drop': 'Drop or choose a photo (optional)',
  'slot.choose': '{label}: choose file',
  'slot.film': '{label}: choose from filmstrip',
  'slot.type': '{label}: enter path or web address',
  'slot.address': '{label}: path or web address',
  'slot.swap': 'Swap {one, number} and {other, number}',
  'slot.search': 'Search by name',
  'slot.none': 'No matching photos on the filmstrip',
  'slot.more':
    '{count, plural, one {# more photo matches} other {# more photos match}}. Refine your search.',
} as const;
