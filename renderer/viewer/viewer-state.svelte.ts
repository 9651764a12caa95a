import { untrack } from 'svelte';
import type { Size } from '#shared/pictures.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { heldKeys } from './held-keys.svelte.ts';
import type { Compared } from './compared.ts';
import { Divide } from './divide.svelte.ts';
import type { Gain, Mode } from './modes.ts';
import { loadPicture, type Picture } from './picture.svelte.ts';
import {
  fitted,
  inPane,
  laidOver,
  middleShare,
  placeOf,
  recentred,
  steppedAt,
  toggled,
  zoomedAt,
  zoomOf,
  type Box,
  type PaneSize,
  type Point,
  type View,
  type ViewChange,
} from './view.ts';

/** One of the two pictures. */
export type Kind = 'photo' | 'result';

const nowhere: Size = { width: 0, height: 0 };

/** The pictures of a viewer, and how they are shown. Must be created while a component is initialised. */
export class ViewerState {
  readonly #compared: () => Compared;
  readonly pictures: Readonly<Record<Kind, Picture>>;
  /** The mask of the result, if there is one. */
  readonly kept: Picture;
  readonly keys = heldKeys();
  view = $state.raw<View>(fitted);
  /** Position of the pointer in the pane in device px; null if the pointer is outside. */
  pointer = $state.raw<Point | null>(null);
  /** The divider of the mode `split`. */
  readonly divide: Divide;
  gain = $state<Gain>('4');
  /** Whether the difference is shown only in the area that the mask keeps. */
  isKeptOnly = $state(true);
  /** Changes of the view that can be computed only when the photo's size is known. */
  #awaited = $state.raw<readonly ViewChange[]>([]);
  #sizes = $state.raw([nowhere, nowhere]);
  readonly #panes = $derived.by((): readonly PaneSize[] => {
    const covered = Math.round(this.covered * devicePixelRatio);
    return this.#sizes.map((size) => ({ ...size, covered }));
  });

  constructor(studio: Studio, compared: () => Compared) {
    this.#compared = compared;
    this.pictures = {
      photo: loadPicture(studio, () => compared().photo),
      result: loadPicture(studio, () => compared().result),
    };
    this.kept = loadPicture(studio, () => {
      const { mode, result } = compared();
      return mode === 'difference' && result?.kind === 'result'
        ? { kind: 'kept', id: result.id }
        : null;
    });
    this.divide = new Divide(() => middleShare(this.#pane, this.frame));
    this.#follow();
  }

  /** Returns the text key for the name of a picture; with null, for the name of both pictures together. */
  nameOf(kind: Kind | null) {
    const areResults = this.#compared().photo?.kind === 'result';
    if (kind === null) return areResults ? 'viewer.twoResults' : 'viewer.both';
    return kind === 'photo' && areResults ? 'viewer.otherResult' : (`viewer.${kind}` as const);
  }

  get canCompare(): boolean {
    return this.#compared().photo !== null && this.#compared().result !== null;
  }

  readonly shown = $derived.by((): Mode => {
    const { photo, result, mode } = this.#compared();
    if (result === null) return 'photo';
    if (photo === null) return 'result';
    // in the mode `side`, the photo appears in the result's pane instead, so that no picture moves
    return this.keys.isBefore && mode !== 'side' ? 'photo' : mode;
  });

  /** The area around the photo, which is used only if the photo is shown alone. */
  readonly #surroundings = $derived.by(() => {
    const { result, around } = this.#compared();
    return result === null && this.pictures.photo.geometry ? around : null;
  });

  /** Size of the frame in px; undefined until known. */
  readonly frame = $derived.by(
    (): Size | undefined =>
      this.#surroundings ?? this.pictures.photo.geometry ?? this.pictures.result.geometry,
  );

  /** The kinds of pictures in each pane. */
  readonly panes = $derived.by((): readonly (readonly Kind[])[] => {
    if (this.shown !== 'side') return [['photo', 'result']];
    return [['photo'], [this.keys.isBefore ? 'photo' : 'result']];
  });

  /** Number of px of the frame per px of the picture to which the zoom in percent refers. */
  readonly #unit = $derived.by(() => {
    const { geometry } = this.pictures.result;
    const { shown, frame } = this;
    if (shown !== 'result' || geometry === undefined || frame === undefined) return 1;
    return laidOver(frame, geometry).width / geometry.width;
  });

  /** Device px per px of the picture; null until its size is known. */
  readonly zoom = $derived.by(() =>
    this.frame === undefined ? null : zoomOf(this.view, this.frame, this.#pane) * this.#unit,
  );

  readonly problem = $derived.by(
    () =>
      (this.shown === 'result' ? null : this.pictures.photo.problem) ??
      (this.shown === 'photo' ? null : this.pictures.result.problem),
  );

  get isFit(): boolean {
    return this.view.zoom === null;
  }

  get isAwaited(): boolean {
    return this.#awaited.length > 0;
  }

  get isClipped(): boolean {
    return this.shown === 'difference' && this.isKeptOnly;
  }

  /** Whether the difference stays hidden until the result's mask has loaded. */
  get isHeldBack(): boolean {
    const isOfResult = this.#compared().result?.kind === 'result';
    return (
      this.isClipped && isOfResult && this.kept.problem === null && this.kept.proxies.length === 0
    );
  }

  /** Width in CSS px at the right edge of the pane that other content may cover. */
  get covered(): number {
    return this.shown === 'side' ? 0 : this.#compared().covered;
  }

  get #pane(): PaneSize {
    return this.sizeOf(0);
  }

  /** Returns the size in device px of the pane with this number. */
  sizeOf(pane: number): PaneSize {
    return this.#panes[pane] ?? nowhere;
  }

  resize(pane: number, size: Size): void {
    this.#sizes = this.#sizes.with(pane, size);
  }

  /**
   * Returns the position, in device px, of a picture in a pane of this size; null until the picture's size is known.
   */
  boxOf({ geometry }: Picture, size: PaneSize): Box | null {
    const { frame, view } = this;
    if (geometry === undefined || frame === undefined || size.width === 0) return null;
    const { width, height } = geometry;
    const around = this.#surroundings;
    const laid =
      around === null
        ? laidOver(frame, geometry)
        : { left: -around.left, top: -around.top, width, height };
    return inPane(laid, frame, placeOf(view, frame, size));
  }

  /** Changes the view at the pointer, or at the middle of the pane, as soon as the photo's size is known. */
  change(next: ViewChange): void {
    const { width, height } = this.#pane;
    const at = this.pointer ?? { x: width / 2, y: height / 2 };
    if (this.frame !== undefined) this.view = next(this.frame, at);
    else if (this.problem === null) this.#awaited = [...this.#awaited, next];
  }

  fit(): void {
    this.view = fitted;
  }

  /** Shows the picture at 100 %. */
  full(): void {
    this.change((frame, at) => zoomedAt(this.view, frame, this.#pane, at, 1 / this.#unit));
  }

  step(way: 1 | -1): void {
    this.change((frame, at) => steppedAt(this.view, frame, this.#pane, at, way));
  }

  /** Toggles between fit and 100 %. */
  toggle(): void {
    this.change((frame, at) => this.toggledAt(frame, this.#pane, at));
  }

  /** Returns the view after toggling between fit and 100 % at a point of a pane. */
  toggledAt(frame: Size, pane: PaneSize, at: Point): View {
    return toggled(this.view, frame, pane, at, 1 / this.#unit);
  }

  /** Checks whether the files still exist and are unchanged. */
  checkFiles(): void {
    this.pictures.photo.check();
    this.pictures.result.check();
  }

  /** Keeps the view up to date when the photo or the frame changes. */
  #follow(): void {
    /** The area to which the view refers now, and the photo in it; null until the photo's size is known. */
    let last: { readonly area: Box; readonly whole: Box } | null = null;
    const leaveArea = () => {
      if (last !== null) this.view = recentred(this.view, last.area, last.whole);
      last = null;
    };
    /** Identifies the photo by text, because each change of the page's URL creates a new source object. */
    const photo = $derived.by(() => {
      const { photo, kept } = this.#compared();
      return kept?.subject ?? (photo === null ? null : `${photo.kind} ${photo.id}`);
    });
    $effect(() => {
      // The zoom and the position stay when another result or another mode is shown. When another photo is shown,
      // they are stored for this photo, without the area around it, which the mask editor does not show.
      const key = photo;
      const views = untrack(() => this.#compared().kept?.views);
      this.view = (key === null ? undefined : views?.get(key)) ?? fitted;
      this.#awaited = [];
      return () => {
        untrack(leaveArea);
        if (key !== null) untrack(() => views?.set(key, this.view));
      };
    });
    $effect.pre(() => {
      const { geometry } = this.pictures.photo;
      if (geometry === undefined) {
        untrack(leaveArea);
        return;
      }
      const whole = { left: 0, top: 0, width: geometry.width, height: geometry.height };
      const area = this.#surroundings ?? whole;
      const before = last?.area ?? whole;
      last = { area, whole };
      // if the area around the same photo has changed, keeps the photo in place on screen
      if (area.width !== before.width || area.height !== before.height) {
        untrack(() => (this.view = recentred(this.view, before, area)));
      }
    });
    $effect(() => {
      if (this.frame === undefined || !this.isAwaited) return;
      untrack(() => {
        for (const next of this.#awaited) this.change(next);
        this.#awaited = [];
      });
    });
  }
}
