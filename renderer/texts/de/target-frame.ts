import type { targetFrame as english } from '../en/target-frame.ts';

/** Texts of the target frame of an agent. */
export const targetFrame: Record<keyof typeof english, string> = {
  'targetFrame.label': 'Zielrahmen',
  'targetFrame.show': 'Rahmen',
  'targetFrame.photo': 'Foto in seinem Rahmen',
  'targetFrame.photoAt': 'Foto {left, number} px von links, {top, number} px von oben',
  'targetFrame.photoAtShort': 'Foto bei {left, number}, {top, number}',
  'targetFrame.size': '{width, number} × {height, number} px',
  'targetFrame.left': 'Linker Rand des Rahmens',
  'targetFrame.right': 'Rechter Rand des Rahmens',
  'targetFrame.top': 'Oberer Rand des Rahmens',
  'targetFrame.bottom': 'Unterer Rand des Rahmens',
  'targetFrame.help':
    'Ziehen oder mit den Pfeiltasten um 1 px bewegen (Shift: 10 px). Beim Ziehen rastet es an Mitte, Rändern und Dritteln ein; Ctrl oder Command schaltet das aus.',
  'targetFrame.centreAcross': 'Horizontal zentrieren',
  'targetFrame.centreDown': 'Vertikal zentrieren',
  'targetFrame.scale': 'Fotogröße im Rahmen',
  'targetFrame.fitIn': 'Foto in den Rahmen einpassen',
  'targetFrame.sizes': 'Vergleichsgrößen',
  'targetFrame.keys.move': 'Foto oder Kante bewegen (Shift: 10 px)',
  'targetFrame.keys.undo': 'Im Zielrahmen rückgängig',
};
