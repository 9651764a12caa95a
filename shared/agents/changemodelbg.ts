import {
  batchCount,
  commonInit,
  customDescription,
  descriptionType,
  furtherImages,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "changemodelbg v1.0": replace model and background. */
export const changemodelbg = defineAgent({
  name: 'changemodelbg',
  versions: ['v1.0'],
  title: 'Change model and background',
  icon: 'scene',
  purpose: 'Replace model and background',
  legacy: false,
  segments: false,
  progress: true,
  info: null,
  init: [...commonInit, ...furtherImages],
  params: [descriptionType, customDescription, batchCount(16)],
  rules: [],
  useCases: [],
  example: {
    descriptionType: 'custom',
    textDescription: 'the same clothes on another model, in a park in autumn',
    batchCount: 2,
  },
});
