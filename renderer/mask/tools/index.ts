import { brush } from './brush.ts';
import { edgeBrush } from './edge-brush.ts';
import { ellipse } from './ellipse.ts';
import { eraser } from './eraser.ts';
import { fill } from './fill.ts';
import { lasso } from './lasso.ts';
import { polygon } from './polygon.ts';
import { rectangle } from './rectangle.ts';
import type { Tool, ToolName } from './tool.ts';
import { wand } from './wand.ts';

/** The tools by name. The hand is missing, because it only moves the view. */
export const tools: Readonly<Record<Exclude<ToolName, 'hand'>, Tool>> = {
  brush,
  eraser,
  'edge-brush': edgeBrush,
  lasso,
  polygon,
  rectangle,
  ellipse,
  wand,
  fill,
};
