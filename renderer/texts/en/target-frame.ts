/** Texts of the target frame of an agent. */
export const targetFrame = {
  'targetFrame.label': 'Target frame',
  'targetFrame.show': 'Frame',
  'targetFrame.photo': 'Photo in frame',
  'targetFrame.photoAt': 'Photo {left, number} px from the left, {top, number} px from the top',
  'targetFrame.photoAtShort': 'Photo at {left, number}, {top, number}',
  'targetFrame.size': '{width, number} × {height, number} px',
  'targetFrame.left': 'Left edge of the frame',
  'targetFrame.right': 'Right edge of the frame',
  'targetFrame.top': 'Top edge of the frame',
  'targetFrame.bottom': 'Bottom edge of the frame',
  'targetFrame.help':
    'Drag, or use the arrow keys to move by 1 px (Shift: 10 px). Dragging snaps to centre, edges and thirds; hold Ctrl or Command to turn snapping off.',
  'targetFrame.centreAcross': 'Centre horizontally',
  'targetFrame.centreDown': 'Centre vertically',
  'targetFrame.scale': 'Photo size in frame',
  'targetFrame.fitIn': 'Fit photo in frame',
  'targetFrame.sizes': 'Reference sizes',
  'targetFrame.keys.move': 'Move photo or edge (Shift: 10 px)',
  'targetFrame.keys.undo': 'Undo in the target frame',
} as const;
