import {
  batchCount,
  commonInit,
  customMaskRules,
  customMasks,
  subjectMaskType,
  templateId,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "removeBG v1.0": remove the background, or replace it with a solid colour or a template. */
export const removeBG = defineAgent({
  name: 'removeBG',
  versions: ['v1.0'],
  title: 'Remove background',
  icon: 'scissors',
  purpose: 'Remove the background or replace it with a solid colour',
  legacy: false,
  segments: true,
  progress: true,
  info: { lists: ['backgrounds'], paged: false, resourceType: false },
  init: commonInit,
  params: [
    subjectMaskType,
    ...customMasks,
    templateId('backgroundId', 'backgrounds', 'Background'),
    {
      name: 'backgroundHex',
      label: 'Background colour',
      help: 'Without a background or colour, the service decides.',
      kind: { type: 'colour' },
    },
    batchCount(4),
  ],
  rules: [
    ...customMaskRules,
    {
      need: 'at-most-one',
      of: ['backgroundId', 'backgroundHex'],
      sentence: 'parameter-together.background',
      by: 'darkslide',
    },
  ],
  useCases: [],
  begins: { maskType: 'autoSubjectSegment', batchCount: 1 },
  example: { maskType: 'autoSubjectSegment', backgroundHex: '#f4f4f4', batchCount: 1 },
});
