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

/** Steps that can be taken back. */
const STEPS = 100;

/** What is dragged: the photo, or edges of the frame. */
export type Grip = 'photo' | Edges;

/** A photo of the filmstrip. */
interface FramedPhoto extends Size {
  readonly id: number;
}

/** The target frame of a panel around the photo: read from what is typed, and typed by what is done here. */
export interface Framing {
  readonly agent: AgentVersion;
  readonly layout: Layout;
  readonly limits: Limits;
  /** px of the photo that are seen when it fits. */
  readonly around: Box;
  /** Where the photo's left upper corner lies in the frame, px; its padding is around it. */
  readonly photoAt: Point;
  /** px of the photo in the frame, without its padding. */
  readonly photoSize: Size;
  /** px that the long side of the photo may have in the frame. */
  readonly longSides: { readonly least: number; readonly most: number };
  /** Colour of the padding; null without. */
  readonly padding: string | null;
  readonly guides: Guides;
  /** Something typed of it does not suit the photo or the service; the fields say what. */
  readonly isRefused: boolean;
  grab(): void;
  /** Moves from where it was grabbed, px. `reach`: see `moved`. */
  drag(grip: Grip, by: Point, reach: number): void;
  release(): void;
  /** Puts it back where it was grabbed. */
  giveUp(): void;
  /** Moves by px at once, and takes hold of nothing. */
  nudge(grip: Grip, by: Point): void;
  centre(axis: 'x' | 'y'): void;
  resize(size: Size): void;
  /** Has the photo sent with this long side, px; its own one is its own size. */
  scale(longSide: number): void;
  /** Has it sent so that all of it is in the frame, in the middle. */
  fitIn(): void;
  undo(): void;
}

/** What was typed before something was done. */
interface Step {
  readonly layout: Layout;
  readonly longSide: unknown;
}

/** What is seen when it fits, from the frame or, while the frame's edges move, from the photo. */
interface Room {
  readonly box: Box;
  readonly from: 'frame' | 'photo';
}

/** `current` is null while there is nothing to frame. Call it while a component is initialised. */
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
    // one that is too long and may not be padded is refused elsewhere
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

  /** What is seen stays, seen from the frame again, where all of it still fits. */
  function settle(now: Layout): void {
    room = { box: roomFor(now, room === null ? null : inFrame(room, now)), from: 'frame' };
  }

  function inFrame({ box, from }: Room, now: Layout): Box {
    if (from === 'frame') return box;
    const { x, y } = placeIn(now);
    return seenFrom(box, { x: -x, y: -y });
  }

  /** Moving the photo moves it before the frame, moving an edge moves that edge alone. */
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
        // grabbed and not moved is nothing to take back
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
        // its middle stays where it is
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

/** px of a photo's long side when its short one has so many. */
function longSideAt({ width, height }: Size, short: number): number {
  return Math.round((short * Math.max(width, height)) / Math.min(width, height));
}
