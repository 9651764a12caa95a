import Brush from '@lucide/svelte/icons/brush';
import Circle from '@lucide/svelte/icons/ellipse';
import Eraser from '@lucide/svelte/icons/eraser';
import Hand from '@lucide/svelte/icons/hand';
import Lasso from '@lucide/svelte/icons/lasso';
import Magnet from '@lucide/svelte/icons/magnet';
import PaintBucket from '@lucide/svelte/icons/paint-bucket';
import Pentagon from '@lucide/svelte/icons/pentagon';
import RectangleHorizontal from '@lucide/svelte/icons/rectangle-horizontal';
import WandSparkles from '@lucide/svelte/icons/wand-sparkles';
import type { Component } from 'svelte';
import type { ToolName } from './tools/tool.ts';

/** A tool of the tool rail. */
interface ToolEntry {
  readonly name: ToolName;
  /** The key that selects the tool. */
  readonly key: string;
  readonly icon: Component<{ size?: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>;
}

/** The tools in groups: painting, drawing areas, finding areas, moving the photo. */
export const toolGroups: readonly (readonly ToolEntry[])[] = [
  [
    { name: 'brush', key: 'B', icon: Brush },
    { name: 'eraser', key: 'E', icon: Eraser },
    { name: 'edge-brush', key: 'S', icon: Magnet },
  ],
  [
    { name: 'lasso', key: 'L', icon: Lasso },
    { name: 'polygon', key: 'P', icon: Pentagon },
    { name: 'rectangle', key: 'M', icon: RectangleHorizontal },
    { name: 'ellipse', key: 'O', icon: Circle },
  ],
  [
    { name: 'wand', key: 'W', icon: WandSparkles },
    { name: 'fill', key: 'G', icon: PaintBucket },
  ],
  [{ name: 'hand', key: 'H', icon: Hand }],
];

/** Returns the tool that a key selects. */
export function toolOfKey(key: string): ToolName | null {
  const entries = toolGroups.flat();
  return entries.find((entry) => entry.key === key.toUpperCase())?.name ?? null;
}

/** The settings that each tool has. */
export const optionsOf: Readonly<
  Record<
    ToolName,
    readonly ('combine' | 'size' | 'hardness' | 'pressure' | 'tolerance' | 'contiguous')[]
  >
> = {
  brush: ['combine', 'size', 'hardness', 'pressure'],
  eraser: ['size', 'hardness', 'pressure'],
  'edge-brush': ['combine', 'size', 'pressure', 'tolerance'],
  lasso: ['combine'],
  polygon: ['combine'],
  rectangle: ['combine'],
  ellipse: ['combine'],
  wand: ['combine', 'tolerance', 'contiguous'],
  fill: ['combine'],
  hand: [],
};
