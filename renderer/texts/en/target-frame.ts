/** Texts of the frame that an agent brings a photo into. */
export const targetFrame = {
  'targetFrame.label': 'Target frame',
  'targetFrame.show': 'Frame',
  'targetFrame.photo': 'Photo in its frame',
  'targetFrame.photoAt': 'Photo {left, number} px from the left, {top, number} px from the top',
  'targetFrame.photoAtShort': 'Photo at {left, number}, {top, number}',
  'targetFrame.size': '{width, number} × {height, number} px',
  'targetFrame.left': 'Left edge of the frame',
  'targetFrame.right': 'Right edge of the frame',
  'targetFrame.top': 'Upper edge of the frame',
  'targetFrame.bottom': 'Lower edge of the frame',
  'targetFrame.help':
    'Drag it, or move it with the arrow keys: by 1 px, with Shift by 10. What is dragged takes hold of middle, edges and thirds; with Ctrl or Command it does not.',
  'targetFrame.centreAcross': 'Centre the photo between left and right',
  'targetFrame.centreDown': 'Centre the photo between top and bottom',
  'targetFrame.scale': 'Size of the photo in its frame',
  'targetFrame.fitIn': 'Bring all of the photo into the frame',
  'targetFrame.sizes': 'Reference sizes',
  'targetFrame.keys.move': 'Move photo or edge in the target frame (Shift: by 10 px)',
  'targetFrame.keys.undo': 'Undo in the target frame',
} as const;
