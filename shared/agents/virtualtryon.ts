import {
  batchCount,
  commonInit,
  customDescription,
  descriptionType,
  furtherImages,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "virtualtryon v1.0": virtual try-on with model and scene images. */
export const virtualtryon = defineAgent({
  name: 'virtualtryon',
  versions: ['v1.0'],
  title: 'Virtual try-on',
  icon: 'clothes',
  purpose: 'Virtual try-on with model and scene images',
  legacy: false,
  segments: false,
  progress: false,
  info: null,
  init: [...commonInit, ...furtherImages],
  params: [
    {
      name: 'generateVersion',
      label: 'Engine',
      kind: {
        type: 'choice',
        choices: [
          { value: 'weshopFlash', label: 'Flash' },
          { value: 'weshopPro', label: 'Pro' },
          { value: 'bananaPro', label: 'Banana Pro' },
        ],
      },
      required: 'parameter-required.engine',
    },
    {
      name: 'aspectRatio',
      label: 'Aspect ratio',
      help: 'If not set, the ratio closest to the photo.',
      kind: {
        type: 'choice',
        choices: [
          { value: '1:1', label: 'Square' },
          { value: '2:3', label: 'Portrait 2:3' },
          { value: '3:2', label: 'Landscape 3:2' },
          { value: '3:4', label: 'Portrait 3:4' },
          { value: '4:3', label: 'Landscape 4:3' },
          { value: '9:16', label: 'Portrait 9:16' },
          { value: '16:9', label: 'Landscape 16:9' },
          { value: '21:9', label: 'Wide 21:9' },
        ],
      },
      appliesWhen: {
        parameter: 'generateVersion',
        is: ['weshopPro', 'bananaPro'],
        otherwise: 'must-not-be-sent',
        because: 'parameter-not-used.aspect-ratio',
      },
    },
    {
      name: 'imageSize',
      label: 'Image size',
      kind: {
        type: 'choice',
        choices: [
          { value: '1K', label: '1K' },
          { value: '2K', label: '2K' },
          { value: '4K', label: '4K' },
        ],
      },
      required: 'parameter-required.image-size',
      appliesWhen: {
        parameter: 'generateVersion',
        is: ['bananaPro'],
        otherwise: 'must-not-be-sent',
        because: 'parameter-not-used.image-size',
      },
    },
    descriptionType,
    {
      ...customDescription,
      help: 'Can refer to images by number: 1 photo, 2 model photo, 3 background photo.',
    },
    batchCount(16),
  ],
  rules: [],
  useCases: [],
  example: {
    generateVersion: 'bananaPro',
    imageSize: '2K',
    aspectRatio: '3:4',
    descriptionType: 'custom',
    textDescription: 'the person of image 2 wears the clothes of image 1',
    batchCount: 2,
  },
});
