/** What the main side asks a worker to do, as plain data, and what the worker answers. */
import type { FigureLook, SceneLook } from '../templates.ts';

/** A scene or model: drawn by the demo service, or somebody's picture. */
export type SceneChoice = SceneLook | { readonly file: string };
export type FigureChoice = FigureLook | { readonly file: string };

/** The images of one execution. All files are absolute. */
export interface RenderJob {
  readonly kind: 'render';
  readonly agent: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly photo: string;
  readonly mask: string | null;
  readonly scene: SceneChoice | null;
  readonly figure: FigureChoice | null;
  readonly format: 'png' | 'jpg';
  /** The images to make: the number within the execution, from 0, and the file to write. */
  readonly targets: readonly { readonly index: number; readonly file: string }[];
}

/** The layered PSD of an execution. */
export interface PsdJob {
  readonly kind: 'psd';
  readonly render: RenderJob;
  /** The images that were made, in order. */
  readonly results: readonly string[];
  readonly file: string;
}

export type WorkerJob = RenderJob | PsdJob;

export type WorkerAnswer =
  | { readonly kind: 'made'; readonly index: number }
  | { readonly kind: 'done' }
  /** The job cannot be done; the sentence is for a person. */
  | { readonly kind: 'failed'; readonly sentence: string };
