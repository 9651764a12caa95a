import { tick } from 'svelte';
import type { MaskDocument, Operation, Stroke } from '#shared/mask/document.ts';
import type { Sketch, Tool, ToolEvent, ToolSettings, ToolRequest } from '../tools/tool.ts';
import type { Lack } from './messages.ts';
import type { Raster } from './raster.ts';

/** Passes pointer events to the current tool, and draws the result of its gesture on the mask. */
export interface Drawing {
  /** What the screen shows of the current gesture in addition to the painted mask. */
  readonly sketch: Sketch | null;
  /** Switches to another tool and discards the unfinished gesture of the previous tool. */
  take(tool: Tool | null): void;
  tell(event: ToolEvent): void;
  fillHoles(): void;
}

export function createDrawing(parts: {
  readonly raster: Raster;
  document(): MaskDocument;
  settings(): ToolSettings;
  oncommit(operation: Operation): void;
  onproblem(code: Lack): void;
}): Drawing {
  const { raster } = parts;
  let sketch = $state.raw<Sketch | null>(null);
  let tool: Tool | null = null;
  let state: unknown = null;

  function tell(event: ToolEvent): void {
    if (tool === null) return;
    const { state: next, sketch: shown, request } = tool.next(state, event, parts.settings());
    state = next;
    const isStroke = shown?.kind === 'stroke' || shown?.kind === 'edges';
    // the result of an intersection is known only after the stroke has ended
    const isPainted = isStroke && shown.stroke.combine !== 'intersect';
    sketch = isPainted ? null : shown;
    if (isPainted) paint(shown.stroke, shown.kind === 'edges' ? shown.tolerance : null);
    else if (event.kind === 'cancel') raster.cancel();
    if (request !== null) void fulfil(request);
  }

  function paint({ combine, hardness, points }: Stroke, tolerance: number | null): void {
    raster.stroke({ combine, hardness, tolerance }, points);
  }

  async function fulfil(request: ToolRequest | { readonly kind: 'holes' }): Promise<void> {
    if (request.kind === 'operation') return commit(request.operation);
    // the worker needs all points of the stroke before it can answer the request
    if (request.kind === 'edges') paint(request.stroke, request.tolerance);
    const answer = await raster.ask(request);
    if (answer === null) return;
    if (typeof answer !== 'string') return commit(answer);
    raster.cancel();
    parts.onproblem(answer);
  }

  async function commit(operation: Operation): Promise<void> {
    raster.end(operation);
    parts.oncommit(operation);
    await tick();
    // the mask editor may have rejected the operation
    const { operations, position } = parts.document();
    if (operations[position - 1] !== operation) raster.cancel();
  }

  return {
    get sketch() {
      return sketch;
    },
    take(next) {
      tool = next;
      state = next?.idle;
      raster.cancel();
      sketch = null;
    },
    tell,
    fillHoles: () => void fulfil({ kind: 'holes' }),
  };
}
