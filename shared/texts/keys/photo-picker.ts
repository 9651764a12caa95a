// Made from shared/texts/en by `npm run texts`.
export interface PhotoPickerTexts {
  'photoPicker.title': { most: number };
  'photoPicker.from': null;
  'photoPicker.strip': null;
  'photoPicker.library': null;
  'photoPicker.search': null;
  'photoPicker.none.strip': null;
  'photoPicker.none.library': null;
  'photoPicker.noneFound': null;
  'photoPicker.numbered': { name: string | number; number: number };
  'photoPicker.picks': null;
  'photoPicker.letGo': { name: string | number; number: number };
  'photoPicker.chosen': { count: number; most: number };
  'photoPicker.tooMany': { most: number };
  'photoPicker.take': { count: number };
}
