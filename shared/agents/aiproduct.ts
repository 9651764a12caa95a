import {
  batchCount,
  commonInit,
  customMaskRules,
  customMasks,
  description,
  generatedContent,
  resizeToOriginalImage,
  resultImageFormat,
  subjectMaskType,
  tagIds,
  templateId,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "aiproduct v1.0": still-life product main images. */
export const aiproduct = defineAgent({
  name: 'aiproduct',
  versions: ['v1.0'],
  title: 'AI product',
  icon: 'product',
  purpose: 'Still-life main images of products',
  legacy: false,
  segments: true,
  progress: true,
  info: { lists: ['locations'], paged: true, resourceType: false },
  init: commonInit,
  params: [
    generatedContent,
    subjectMaskType,
    ...customMasks,
    templateId('locationId', 'locations', 'Scene'),
    tagIds('locationTagIds', 'locations.tags', 'Scene tags', 'locationId'),
    description('textDescription', 'Description'),
    { ...description('negTextDescription', 'Exclude'), minor: true },
    resultImageFormat,
    resizeToOriginalImage,
    batchCount(16),
  ],
  rules: [
    ...customMaskRules,
    {
      need: 'at-least-one',
      of: ['textDescription', 'locationId'],
      sentence: 'parameter-required.description-or-scene',
      by: 'service',
    },
  ],
  useCases: [],
  example: {
    generatedContent: 'freeCreation',
    maskType: 'autoSubjectSegment',
    textDescription: 'on a table of light oak, morning light',
    batchCount: 2,
  },
});
