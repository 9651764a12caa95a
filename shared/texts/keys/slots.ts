// Made from shared/texts/en by `npm run texts`.
export interface SlotsTexts {
  'slot.label': null;
  'slot.numbered': { number: number };
  'slot.each': null;
  'slot.drop': null;
  'slot.choose': { label: string | number };
  'slot.film': { label: string | number };
  'slot.type': { label: string | number };
  'slot.address': { label: string | number };
  'slot.swap': { one: number; other: number };
  'slot.search': null;
  'slot.none': null;
  'slot.more': { count: number };
}
