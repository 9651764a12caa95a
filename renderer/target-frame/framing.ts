import type { AgentVersion } from '#shared/agents/index.ts';
import type { TargetFrame } from '#shared/agents/shape.ts';
import type { Size } from '#shared/pictures.ts';
import { shortestSide, type placeOnCanvas } from '#shared/upload-size.ts';
import { type, valuesOf, type RecipeForm } from '../parts/recipe/recipe-form.ts';
import type { Box, Point } from '../viewer/view.ts';
import type { Drags, Grip, Step } from './drags.svelte.ts';
import {
  edgesMoved,
  isOutside,
  magnified,
  photoMoved,
  placeIn,
  scaled,
  seenFrom,
  sized,
  valuesOfLayout,
  type Guides,
  type Layout,
  type Limits,
} from './layout.ts';

/** The size and padding with which a photo is uploaded. */
export interface Upload {
  /** Size in px of the photo itself. */
  readonly own: Size;
  /** Size in px of the photo as uploaded. */
  readonly size: Size;
  /** Size in px of the uploaded photo with padding. */
  readonly canvas: Size;
  readonly inset: ReturnType<typeof placeOnCanvas>;
}

/** A recipe panel, and the layout and limits of the frame that its values describe. */
interface Framed {
  readonly form: RecipeForm;
  readonly agent: AgentVersion;
  readonly frame: TargetFrame;
  readonly limits: Limits;
  readonly upload: Upload;
  readonly layout: Layout;
  readonly drags: Drags;
}

/**
 * The target frame of a recipe panel, drawn around the photo. The frame is computed from the values of the panel, and
 * changes of the frame are written back to these values.
 */
export class Framing {
  readonly agent: AgentVersion;
  readonly layout: Layout;
  readonly limits: Limits;
  /** Size in px of the photo in the frame, without its padding. */
  readonly photoSize: Size;
  /** Position in px of the photo's top left corner in the frame, without its padding. */
  readonly photoAt: Point;
  /** Limits in px of the photo's long side in the frame. */
  readonly longSides: { readonly least: number; readonly most: number };
  /** The area, in px of the photo, that the viewer fits into its pane. */
  readonly around: Box;
  /** Colour of the padding; null if there is no padding. */
  readonly padding: string | null;
  /** Whether the service would reject the frame; the fields show the reason. */
  readonly isRefused: boolean;
  readonly #framed: Framed;
  readonly #latest: () => Layout | null;

  /**
   * @param latest Returns the layout for the current values of the panel. After a change, this layout differs from
   * `framed.layout`.
   */
  constructor(framed: Framed, latest: () => Layout | null) {
    const { agent, layout, limits, upload, drags, form } = framed;
    const { inset, own, size } = upload;
    const place = placeIn(layout);
    this.#framed = framed;
    this.#latest = latest;
    this.agent = agent;
    this.layout = layout;
    this.limits = limits;
    this.photoSize = size;
    this.photoAt = { x: place.x + inset.left, y: place.y + inset.top };
    this.longSides = {
      least: longSideAt(own, shortestSide),
      most: Math.max(own.width, own.height),
    };
    this.around = magnified(seenFrom(drags.roomIn(layout), this.photoAt), own.width / size.width);
    const isPadded = inset.left + inset.right + inset.top + inset.bottom > 0;
    this.padding = isPadded ? form.pad : null;
    this.isRefused = isOutside(layout, limits);
  }

  get guides(): Guides {
    return this.#framed.drags.guides;
  }

  grab(): void {
    this.#framed.drags.grab(this.#step());
  }

  /**
   * Moves the photo or edges by a distance in px, measured from the start of the drag. `reach` is the snapping distance
   * of `moved`.
   */
  drag(grip: Grip, by: Point, reach: number): void {
    const { drags } = this.#framed;
    if (!drags.isGrabbed) return;
    drags.hold(grip, this.layout);
    const next = drags.drag((begun) => this.#moved(begun, grip, by, reach));
    if (next !== null) this.#write(next);
  }

  release(): void {
    const { drags } = this.#framed;
    // a drag without movement adds no undo step
    if (drags.end() === this.layout) drags.takeBack();
  }

  /** Cancels a drag: restores the layout at its start. */
  giveUp(): void {
    const begun = this.#framed.drags.end();
    if (begun !== null) this.#write(begun);
  }

  /** Moves the photo or edges by a distance in px, without snapping. */
  nudge(grip: Grip, by: Point): void {
    this.#framed.drags.hold(grip, this.layout);
    this.#set(this.#moved(this.layout, grip, by, 0).layout);
  }

  centre(axis: 'x' | 'y'): void {
    this.#set({ ...this.layout, [axis]: { ...this.layout[axis], at: null } });
  }

  resize(size: Size): void {
    this.#set(sized(this.layout, size, this.limits));
  }

  /**
   * Sets the length in px of the photo's long side for the upload; the full length of the original
   * means the original size.
   */
  scale(longSide: number): void {
    this.#remember();
    this.#upload(longSide);
    const now = this.#latest();
    // the photo's centre stays in place
    if (now !== null) this.#write(scaled(this.layout, now, this.limits));
  }

  /** Scales the photo down to fit the frame and centres it. */
  fitIn(): void {
    const { x, y } = this.layout;
    const { width, height } = this.photoSize;
    this.#remember();
    const share = Math.min(x.target / x.photo, y.target / y.photo);
    this.#upload(Math.floor(Math.max(width, height) * share));
    this.#write({ x: { ...x, at: null }, y: { ...y, at: null } });
  }

  undo(): void {
    const last = this.#framed.drags.takeBack();
    if (last === undefined) return;
    this.#framed.form.longSide = last.longSide;
    this.#write(last.layout);
  }

  #moved(begun: Layout, grip: Grip, by: Point, reach: number) {
    return grip === 'photo'
      ? photoMoved(begun, by, reach, this.limits)
      : edgesMoved(begun, grip, by, reach, this.limits);
  }

  #step(): Step {
    return { layout: this.layout, longSide: this.#framed.form.longSide };
  }

  #remember(): void {
    this.#framed.drags.remember(this.#step());
  }

  #set(next: Layout): void {
    this.#remember();
    this.#write(next);
  }

  #upload(longSide: number): void {
    const { most } = this.longSides;
    const side = Math.min(most, Math.max(shortestSide, Math.round(longSide)));
    this.#framed.form.longSide = side >= most ? null : side;
  }

  #write(next: Layout): void {
    const { form, frame } = this.#framed;
    const values = valuesOf(form);
    for (const [name, value] of valuesOfLayout(frame, next)) {
      if (values[name] !== value) type(form, name, value);
    }
  }
}

/** Returns the length in px of a photo's long side for a given short side. */
function longSideAt({ width, height }: Size, short: number): number {
  return Math.round((short * Math.max(width, height)) / Math.min(width, height));
}
