import { untrack } from 'svelte';
import type { MaskDocument, Operation } from '#shared/mask/document.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { loadPicture, type Picture, type Source } from '../../viewer/picture.svelte.ts';
import type { KeptViews } from '../../viewer/modes.ts';
import { inPane, laidOver, levelFor, seenTiles } from '../../viewer/view.ts';
import { tools } from '../tools/index.ts';
import type { ToolName, ToolSettings } from '../tools/tool.ts';
import type { Look } from './colour.ts';
import { createDrawing, type Drawing } from './drawing.svelte.ts';
import type { Lack } from './messages.ts';
import { createOverlay } from './overlay.ts';
import { gesturesOn, type GestureTarget } from './gestures.ts';
import { Pointers } from './pointers.ts';
import { createRaster } from './raster.ts';
import { seenOf } from './seen.ts';
import type { Cursor } from './sketching.ts';
import { createStage, type Stage } from './stage.ts';
import { SurfaceView } from './surface-view.svelte.ts';

/** What a surface shows, and the callbacks for what the user does on it. */
export interface SurfaceParts {
  photo(): Source;
  /** The zoom and position of the photo in the viewer, which the surface changes along with its own. */
  kept(): KeptViews;
  document(): MaskDocument;
  tool(): ToolName;
  settings(): Omit<ToolSettings, 'zoom'>;
  look(): Look;
  /** A picture of a proposed area, which is stretched over the photo; null if nothing is proposed. */
  proposal(): CanvasImageSource | null;
  /** Called with the operation of a finished gesture, which the callback must add to the document. */
  oncommit(operation: Operation): void;
  onsettings(change: Partial<ToolSettings>): void;
  onproblem(code: Lack): void;
}

/** A photo and the mask that the user draws on it. Must be created while a component is initialised. */
export class Surface {
  readonly #parts: SurfaceParts;
  readonly #picture: Picture;
  readonly view: SurfaceView;
  readonly #drawing: Drawing;
  #stage = $state.raw<Stage>();
  #pointers: Pointers | null = null;
  /** Whether every drag moves the photo instead of drawing. */
  isGrabbed = $state(false);
  /** Share of the photo that is kept, from 0 to 1; null while unknown. */
  kept = $state<number | null>(null);
  /** Whether the worker needs the photo's pixels, because a tool compares colours. */
  #needsColours = $state(false);

  readonly #overlay = createOverlay(() => this.redraw());
  readonly #raster = createRaster({
    drawn: ({ number, part, bitmap }) => {
      const changed = this.#overlay.put(number, part, bitmap);
      if (changed !== 'nothing') this.#stage?.drawOverlay(changed === 'part' ? part : undefined);
    },
    kept: ({ share, bitmap }) => {
      this.#overlay.setWhole(bitmap);
      this.kept = share;
    },
  });

  readonly isHand = $derived.by(() => this.#parts.tool() === 'hand' || this.isGrabbed);
  readonly #machine = $derived.by(() => {
    const tool = this.#parts.tool();
    return tool === 'hand' ? null : tools[tool];
  });
  readonly hasBrush = $derived.by(() => this.#machine?.hasBrush === true && !this.isHand);

  constructor(studio: Studio, parts: SurfaceParts) {
    this.#parts = parts;
    this.#picture = loadPicture(studio, parts.photo);
    this.view = new SurfaceView(parts.document, parts.kept);
    this.#drawing = createDrawing({
      raster: this.#raster,
      document: parts.document,
      settings: () => ({ ...parts.settings(), zoom: this.view.scale }),
      oncommit: parts.oncommit,
      onproblem: parts.onproblem,
    });
    this.#followMask();
    this.#followView();
    this.#followTool();
    $effect(() => () => {
      this.#raster.close();
      this.#overlay.close();
    });
  }

  /** Draws the photo and the mask in a container. */
  readonly canvases = (container: HTMLDivElement): (() => void) => {
    const stage = untrack(() =>
      createStage(container, this.#picture, this.#overlay, () => this.redraw()),
    );
    this.#stage = stage;
    return () => stage.close();
  };

  /** Handles the gestures on an element. */
  readonly gestures = (element: HTMLElement): (() => void) => {
    const pointers = untrack(
      () => new Pointers(element, gesturesOn(element, this.#gestureTarget())),
    );
    this.#pointers = pointers;
    return () => pointers.stop();
  };

  /** Redraws everything, for example after the graphics driver was reset. */
  redraw(): void {
    if (this.#stage === undefined) return;
    this.#stage.drawPhoto();
    this.#show();
  }

  /** Passes a key to the current gesture; returns whether there was one. */
  key(kind: 'enter' | 'back' | 'cancel'): boolean {
    if (this.#drawing.sketch === null && this.#pointers?.isDrawing !== true) return false;
    if (kind === 'cancel') this.#pointers?.drop();
    this.#drawing.tell({ kind });
    return true;
  }

  fillHoles(): void {
    this.#drawing.fillHoles();
  }

  /** Requests the overlay for the current view. */
  #show(): void {
    const { place, frame, pane } = this.view;
    this.#overlay.move(place, pane, this.#raster.see(seenOf(place, frame, pane)));
    this.#stage?.drawOverlay();
  }

  #followMask(): void {
    // derives each value separately, so that a new object with the same values triggers no effect
    const mode = $derived(this.#parts.look().mode);
    const colour = $derived(this.#parts.look().colour);
    const opacity = $derived(this.#parts.look().opacity);
    const proxy = $derived(this.#picture.proxies[0]);
    $effect(() => this.#raster.follow(this.#parts.document()));
    $effect(() => this.#raster.look({ mode, colour, opacity }));
    $effect(() => {
      if (!this.#needsColours || proxy === undefined) return;
      let isGone = false;
      void createImageBitmap(proxy).then(
        (copy) => (isGone ? copy.close() : this.#raster.photo(copy)),
        // `proxy` has been closed, because a newer bitmap is on its way
        () => {},
      );
      return () => (isGone = true);
    });
  }

  #followView(): void {
    const picture = this.#picture;
    $effect(() => {
      const { frame, place, pane, scale, ratio } = this.view;
      if (this.#stage === undefined || pane.width === 0) return;
      const { geometry } = picture;
      const box = geometry && inPane(laidOver(frame, geometry), frame, place);
      const { left, top } = place;
      // requested before the stage moves, because the stage may draw the overlay immediately
      this.#show();
      this.#stage.move({ left, top, zoom: scale, ratio, place, photo: box ?? place, pane });
      const level = geometry && box ? levelFor(geometry, box) : null;
      const isTiled = geometry !== undefined && box !== undefined && level !== null;
      picture.want(this.#overlay, isTiled ? seenTiles(geometry, box, pane, level) : []);
    });
    $effect(() => () => picture.want(this.#overlay, []));
    $effect(() => {
      void picture.arrivals;
      void picture.problem;
      this.#stage?.drawPhoto();
    });
  }

  #followTool(): void {
    $effect(() => {
      const tool = this.#parts.tool();
      if (tool === 'wand' || tool === 'edge-brush') this.#needsColours = true;
    });
    $effect(() => {
      this.#drawing.take(this.#machine);
      return () => this.#pointers?.drop();
    });
    $effect(() => this.#stage?.drawGesture(this.#drawing.sketch, this.#cursor()));
    $effect(() => this.#stage?.drawProposal(this.#parts.proposal()));
  }

  #cursor(): Cursor | null {
    const { pointer, place, scale } = this.view;
    if (pointer === null || !this.hasBrush) return null;
    const { size, hardness } = this.#parts.settings();
    const tool = this.#parts.tool();
    return {
      x: place.left + pointer.x * scale,
      y: place.top + pointer.y * scale,
      radius: (size / 2) * scale,
      hardness: tool === 'eraser' || tool === 'brush' ? hardness : 1,
    };
  }

  #gestureTarget(): GestureTarget {
    return {
      view: this.view,
      tell: this.#drawing.tell,
      tool: this.#parts.tool,
      isPanning: () => this.isHand,
      brush: this.#parts.settings,
      onbrush: this.#parts.onsettings,
    };
  }
}
