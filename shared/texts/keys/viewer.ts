// Made from shared/texts/en by `npm run texts`.
export interface ViewerTexts {
  'viewer.label': null;
  'viewer.mode': null;
  'viewer.mode.photo': null;
  'viewer.mode.result': null;
  'viewer.mode.split': null;
  'viewer.mode.side': null;
  'viewer.mode.difference': null;
  'viewer.photo': null;
  'viewer.result': null;
  'viewer.pane': { name: string | number; zoom: string | number };
  'viewer.both': null;
  'viewer.divider': null;
  'viewer.kept': null;
  'viewer.keptOnly': null;
  'viewer.keptOnlyHelp': null;
  'viewer.gain': null;
  'viewer.fit': null;
  'viewer.full': null;
  'viewer.fitKey': { key: string | number };
  'viewer.fullKey': { key: string | number };
  'viewer.zoom': null;
  'viewer.in': null;
  'viewer.out': null;
  'viewer.loupe': null;
  'viewer.none': null;
  'viewer.away': null;
  'viewer.keys.zoom': null;
  'viewer.keys.toggle': null;
  'viewer.keys.pan': null;
  'viewer.keys.before': null;
  'viewer.keys.split': null;
  'viewer.keys.side': null;
  'viewer.keys.difference': null;
  'viewer.keys.loupe': null;
  'viewer.keys.largeLoupe': null;
}
