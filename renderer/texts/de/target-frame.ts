import type { targetFrame as english } from '../en/target-frame.ts';

/** Texts of the frame that an agent brings a photo into. */
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
    'Ziehen oder mit den Pfeiltasten bewegen: um 1 px, mit Shift um 10. Beim Ziehen rastet es an Mitte, Rändern und Dritteln ein; mit Ctrl oder Command nicht.',
  'targetFrame.centreAcross': 'Foto zwischen links und rechts zentrieren',
  'targetFrame.centreDown': 'Foto zwischen oben und unten zentrieren',
  'targetFrame.scale': 'Größe des Fotos in seinem Rahmen',
  'targetFrame.fitIn': 'Das ganze Foto in den Rahmen bringen',
  'targetFrame.sizes': 'Vergleichsgrößen',
  'targetFrame.keys.move': 'Foto oder Rand im Zielrahmen bewegen (Shift: um 10 px)',
  'targetFrame.keys.undo': 'Im Zielrahmen rückgängig',
};
