import { batchCount, commonInit } from './common.ts';
import { defineAgent } from './shape.ts';

/** Number of px of the photo that must stay inside the target on every side. */
const keptInside = 8;
/** Maximum px of the target's sides (interface: "Limits"). */
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
      kind: {
        type: 'integer',
        min: 1,
        max: longestSide,
        unit: 'px',
        reference: 'dimensions.width',
      },
      required: 'parameter-required.width',
    },
    {
      name: 'targetHeight',
      label: 'Height',
      kind: {
        type: 'integer',
        min: 1,
        max: longestSide,
        unit: 'px',
        reference: 'dimensions.height',
      },
      required: 'parameter-required.height',
    },
    {
      name: 'fillLeft',
      label: 'Left margin',
      help: 'From the left edge of the final image to the photo. Leave empty to centre the photo.',
      kind: {
        type: 'integer',
        min: { photo: 'width', times: -1, plus: keptInside },
        max: { parameter: 'targetWidth', plus: -keptInside },
        unit: 'px',
      },
      refusal: 'parameter-range.outside',
    },
    {
      name: 'fillTop',
      label: 'Top margin',
      help: 'From the top edge of the final image to the photo. Leave empty to centre the photo.',
      kind: {
        type: 'integer',
        min: { photo: 'height', times: -1, plus: keptInside },
        max: { parameter: 'targetHeight', plus: -keptInside },
        unit: 'px',
      },
      refusal: 'parameter-range.outside',
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
