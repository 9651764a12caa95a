import {
  batchCount,
  commonInit,
  customMaskRules,
  customMasks,
  subjectMaskType,
  templateId,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "removeBG v1.0": remove the background, or replace it by a solid colour or a template. */
export const removeBG = defineAgent({
  name: 'removeBG',
  versions: ['v1.0'],
  title: 'Remove background',
  icon: 'scissors',
  purpose: 'Remove background or replace by a solid colour',
  legacy: false,
  segments: true,
  progress: true,
  info: { lists: ['backgrounds'], paged: false, resourceType: false },
  init: commonInit,
  params: [
    subjectMaskType,
    ...customMasks,
    templateId(
      'backgroundId',
      'backgrounds',
      'Background',
      "A background of the service. Leave this and backgroundHex out for a plain cut-out, the service's own default.",
    ),
    {
      name: 'backgroundHex',
      label: 'Background colour',
      help: "A colour of your own, such as #f4f4f4. Leave this and backgroundId out for a plain cut-out, the service's own default.",
      kind: { type: 'colour' },
    },
    batchCount(4),
  ],
  rules: [
    ...customMaskRules,
    {
      need: 'at-most-one',
      of: ['backgroundId', 'backgroundHex'],
      sentence:
        'Two backgrounds are asked for, and which one the service takes is unknown: keep only one of {parameters}.',
      by: 'darkslide',
    },
  ],
  useCases: [],
  example: { maskType: 'autoSubjectSegment', backgroundHex: '#f4f4f4', batchCount: 1 },
});
