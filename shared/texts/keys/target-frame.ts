// Made from shared/texts/en by `npm run texts`.
export interface TargetFrameTexts {
  'targetFrame.label': null;
  'targetFrame.show': null;
  'targetFrame.photo': null;
  'targetFrame.photoAt': { left: number; top: number };
  'targetFrame.photoAtShort': { left: number; top: number };
  'targetFrame.size': { height: string | number; width: string | number };
  'targetFrame.left': null;
  'targetFrame.right': null;
  'targetFrame.top': null;
  'targetFrame.bottom': null;
  'targetFrame.help': null;
  'targetFrame.centreAcross': null;
  'targetFrame.centreDown': null;
  'targetFrame.scale': null;
  'targetFrame.fitIn': null;
  'targetFrame.sizes': null;
  'targetFrame.keys.move': null;
  'targetFrame.keys.undo': null;
}
