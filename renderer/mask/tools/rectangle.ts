import { shapeTool } from './shape.ts';

export const rectangle = shapeTool('rectangle');
