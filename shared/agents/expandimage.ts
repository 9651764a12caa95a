import { batchCount, commonInit } from './common.ts';
import { defineAgent } from './shape.ts';

/** px; at least this much of the photo stays inside the target, on every side. */
const keptInside = 8;
/** px, "Limits": neither side of the target may be longer. */
const longestSide = 4096;

/** "expandimage v1.0": expand an image to a target size. */
export const expandimage = defineAgent({
  name: 'expandimage',
  versions: ['v1.0'],
  title: 'Expand image',
  icon: 'frame',
  purpose: 'Expand an image to a target size',
  legacy: false,
  segments: true,
  progress: true,
  info: { lists: ['dimensions'], paged: false, resourceType: false },
  init: commonInit,
  params: [
    {
      name: 'targetWidth',
      label: 'Width',
      help: 'Width of the final image: any number of pixels, or one from the list of dimensions.',
      kind: {
        type: 'integer',
        min: 1,
        max: longestSide,
        unit: 'px',
        reference: 'dimensions.width',
      },
      required: 'Say how wide the final image is: give targetWidth in pixels.',
    },
    {
      name: 'targetHeight',
      label: 'Height',
      help: 'Height of the final image: any number of pixels, or one from the list of dimensions.',
      kind: {
        type: 'integer',
        min: 1,
        max: longestSide,
        unit: 'px',
        reference: 'dimensions.height',
      },
      required: 'Say how high the final image is: give targetHeight in pixels.',
    },
    {
      name: 'fillLeft',
      label: 'Photo from the left',
      help: 'Distance from the left of the final image to the left of the photo. Left out, the photo is centred between left and right.',
      kind: {
        type: 'integer',
        min: { photo: 'width', times: -1, plus: keptInside },
        max: { parameter: 'targetWidth', plus: -keptInside },
        unit: 'px',
      },
      refusal: 'Outside it the photo would leave the final image.',
    },
    {
      name: 'fillTop',
      label: 'Photo from the top',
      help: 'Distance from the top of the final image to the top of the photo. Left out, the photo is centred between top and bottom.',
      kind: {
        type: 'integer',
        min: { photo: 'height', times: -1, plus: keptInside },
        max: { parameter: 'targetHeight', plus: -keptInside },
        unit: 'px',
      },
      refusal: 'Outside it the photo would leave the final image.',
    },
    batchCount(16),
  ],
  targetFrame: {
    width: 'targetWidth',
    height: 'targetHeight',
    left: 'fillLeft',
    top: 'fillTop',
  },
  rules: [],
  useCases: [],
  example: { targetWidth: 2048, targetHeight: 2048, batchCount: 1 },
});
