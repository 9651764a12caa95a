import { untrack } from 'svelte';
import type { AgentVersion } from '#shared/agents/index.ts';
import type { TargetFrame } from '#shared/agents/shape.ts';
import type { Size } from '#shared/pictures.ts';
import { canvasSize, photoSize, placeOnCanvas, shortestSide } from '#shared/upload-size.ts';
import {
  agentOf,
  type,
  uploadWishOf,
  valuesOf,
  type RecipeForm,
} from '../parts/recipe/recipe-form.ts';
import type { Box, Point } from '../viewer/view.ts';
import {
  edgesMoved,
  isOutside,
  magnified,
  layoutOf,
  limitsOf,
  noGuides,
  photoMoved,
  placeIn,
  roomFor,
  scaled,
  seenFrom,
  sized,
  valuesOfLayout,
  type Edges,
  type Guides,
  type Layout,
  type Limits,
} from './layout.ts';

/** Maximum number of steps that can be undone. */
const STEPS = 100;

/** What is dragged: the photo, or edges of the frame. */
export type Grip = 'photo' | Edges;

/** A photo of the filmstrip. */
interface FramedPhoto extends Size {
  readonly id: number;
}

/**
 * The target frame of a recipe panel, drawn around the photo. It is computed from the panel's values, and changes
 * are written back to them.
 */
export interface Framing {
  readonly agent: AgentVersion;
  readonly layout: Layout;
  readonly limits: Limits;
  /** The area that a fitting view shows, px of the photo. */
  readonly around: Box;
  /** Position of the photo's top left corner in the frame, without its padding, px. */
  readonly photoAt: Point;
  /** Size of the photo in the frame, without its padding, px. */
  readonly photoSize: Size;
  /** Limits of the photo's long side in the frame, px. */
  readonly longSides: { readonly least: number; readonly most: number };
  /** Colour of the padding; null without. */
  readonly padding: string | null;
  readonly guides: Guides;
  /** The service would reject the frame; the fields show why. */
  readonly isRefused: boolean;
  grab(): void;
  /** Moves by px from the position where it was grabbed. `reach`: see `moved`. */
  drag(grip: Grip, by: Point, reach: number): void;
  release(): void;
  /** Cancels a drag: restores the layout at its start. */
  giveUp(): void;
  /** Moves by px, without snapping. */
  nudge(grip: Grip, by: Point): void;
  centre(axis: 'x' | 'y'): void;
  resize(size: Size): void;
  /** Sets the long side with which the photo is uploaded, px; its full length means the original size. */
  scale(longSide: number): void;
  /** Scales the photo down to fit the frame and centres it. */
  fitIn(): void;
  undo(): void;
}

/** The values before a change, for undo. */
interface Step {
  readonly layout: Layout;
  readonly longSide: unknown;
}

/**
 * The area that a fitting view shows, relative to the frame or, while an edge of the frame is dragged, to the
 * photo.
 */
interface Room {
  readonly box: Box;
  readonly from: 'frame' | 'photo';
}

/**
 * Returns the framing; `current` is null while there is nothing to frame. Call it while a component is initialised.
 */
export function framingOf(
  form: () => RecipeForm | null,
  photo: () => FramedPhoto | null,
): { readonly current: Framing | null } {
  const agent = $derived.by(() => {
    const now = form();
    return now === null ? null : agentOf(now);
  });
  const limits = $derived(
    agent?.targetFrame === undefined ? null : limitsOf(agent, agent.targetFrame),
  );
  const upload = $derived.by(() => {
    const [own, now] = [photo(), form()];
    if (own === null || now === null) return null;
    const size = photoSize(own, uploadWishOf(now).longSide);
    // an unpadded photo that is too long is rejected elsewhere
    const canvas = canvasSize(size, now.pad !== null) ?? size;
    return { own, size, canvas, inset: placeOnCanvas(size, canvas) };
  });
  const layout = $derived.by(() => {
    const [now, frame] = [form(), agent?.targetFrame];
    if (now === null || frame === undefined || limits === null || upload === null) return null;
    return layoutOf(frame, valuesOf(now), upload.canvas, limits);
  });

  let room = $state.raw<Room | null>(null);
  let guides = $state.raw<Guides>(noGuides);
  let grabbed = $state.raw<Layout | null>(null);
  let past: readonly Step[] = [];
  const photoId = $derived(photo()?.id);

  $effect.pre(() => {
    void [photoId, agent];
    room = null;
    grabbed = null;
    past = [];
  });
  $effect.pre(() => {
    if (layout === null || grabbed !== null) return;
    const now = layout;
    untrack(() => settle(now));
  });

  /** Makes the visible area relative to the frame again. It stays in place if everything still fits. */
  function settle(now: Layout): void {
    room = { box: roomFor(now, room === null ? null : inFrame(room, now)), from: 'frame' };
  }

  function inFrame({ box, from }: Room, now: Layout): Box {
    if (from === 'frame') return box;
    const { x, y } = placeIn(now);
    return seenFrom(box, { x: -x, y: -y });
  }

  /** Holds the frame in place while the photo moves, and the photo while an edge moves. */
  function hold(grip: Grip, now: Layout): void {
    if (room === null) return;
    const box = inFrame(room, now);
    room =
      grip === 'photo'
        ? { box, from: 'frame' }
        : { box: seenFrom(box, placeIn(now)), from: 'photo' };
  }

  function write(frame: TargetFrame, next: Layout): void {
    const now = form();
    if (now === null) return;
    const values = valuesOf(now);
    for (const [name, value] of valuesOfLayout(frame, next)) {
      if (values[name] !== value) type(now, name, value);
    }
  }

  function remember(now: Layout): void {
    past = [...past.slice(1 - STEPS), { layout: now, longSide: form()?.longSide ?? null }];
  }

  const current = $derived.by((): Framing | null => {
    const frame = agent?.targetFrame;
    if (!agent || !frame || !limits || !upload || !layout) return null;
    const [now, most] = [layout, limits];
    const { inset, own, size } = upload;
    const longest = Math.max(own.width, own.height);
    const place = placeIn(now);
    const photoAt = { x: place.x + inset.left, y: place.y + inset.top };
    const move = (begun: Layout, grip: Grip, by: Point, reach: number) =>
      grip === 'photo'
        ? photoMoved(begun, by, reach, most)
        : edgesMoved(begun, grip, by, reach, most);
    const set = (next: Layout) => {
      remember(now);
      write(frame, next);
    };
    const send = (longSide: number) => {
      const to = form();
      const most = Math.min(longest, Math.max(shortestSide, Math.round(longSide)));
      if (to !== null) to.longSide = most >= longest ? null : most;
    };
    return {
      agent,
      layout: now,
      limits: most,
      around: magnified(
        seenFrom(inFrame(room ?? { box: roomFor(now, null), from: 'frame' }, now), photoAt),
        own.width / size.width,
      ),
      photoSize: size,
      longSides: { least: longSideAt(own, shortestSide), most: longest },
      photoAt,
      padding:
        inset.left + inset.right + inset.top + inset.bottom > 0 ? (form()?.pad ?? null) : null,
      guides,
      isRefused: isOutside(now, most),
      grab() {
        remember(now);
        grabbed = now;
      },
      drag(grip, by, reach) {
        if (grabbed === null) return;
        hold(grip, now);
        const after = move(grabbed, grip, by, reach);
        guides = after.guides;
        write(frame, after.layout);
      },
      release() {
        // a grab without a move is not undone
        if (grabbed === now) past = past.slice(0, -1);
        grabbed = null;
        guides = noGuides;
      },
      giveUp() {
        if (grabbed !== null) write(frame, grabbed);
        grabbed = null;
        guides = noGuides;
      },
      nudge(grip, by) {
        hold(grip, now);
        set(move(now, grip, by, 0).layout);
      },
      centre: (axis) => set({ ...now, [axis]: { ...now[axis], at: null } }),
      resize: (size) => set(sized(now, size, most)),
      scale(longSide) {
        remember(now);
        send(longSide);
        // keeps the photo's centre in place
        if (layout !== null) write(frame, scaled(now, layout, most));
      },
      fitIn() {
        remember(now);
        const share = Math.min(now.x.target / now.x.photo, now.y.target / now.y.photo);
        send(Math.floor(Math.max(size.width, size.height) * share));
        write(frame, { x: { ...now.x, at: null }, y: { ...now.y, at: null } });
      },
      undo() {
        const last = past.at(-1);
        const to = form();
        past = past.slice(0, -1);
        if (last === undefined || to === null) return;
        to.longSide = last.longSide;
        write(frame, last.layout);
      },
    };
  });

  return {
    get current() {
      return current;
    },
  };
}

/** Returns a photo's long side for a short side, px. */
function longSideAt({ width, height }: Size, short: number): number {
  return Math.round((short * Math.max(width, height)) / Math.min(width, height));
}
