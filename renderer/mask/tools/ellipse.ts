import { shapeTool } from './shape.ts';

export const ellipse = shapeTool('ellipse');
