/** The jobs and answers of a worker thread, as plain data. */
import type { FigureLook, SceneLook } from '../templates.ts';

/** A scene or model: drawn by the demo service, or given as a picture. */
export type SceneChoice = SceneLook | { readonly file: string };
export type FigureChoice = FigureLook | { readonly file: string };

/** The job to render images of one execution. All files are absolute paths. */
export interface RenderJob {
  readonly kind: 'render';
  readonly agent: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly photo: string;
  readonly mask: string | null;
  readonly scene: SceneChoice | null;
  readonly figure: FigureChoice | null;
  readonly format: 'png' | 'jpg';
  /** The images to render: the number within the execution, from 0, and the file to write. */
  readonly targets: readonly { readonly index: number; readonly file: string }[];
}

/** The job to create the layered PSD of an execution. */
export interface PsdJob {
  readonly kind: 'psd';
  readonly render: RenderJob;
  /** The rendered images, in order. */
  readonly results: readonly string[];
  readonly file: string;
}

export type WorkerJob = RenderJob | PsdJob;

export type WorkerAnswer =
  | { readonly kind: 'made'; readonly index: number }
  | { readonly kind: 'done' }
  /** The job failed. `sentence` is the message for the user. */
  | { readonly kind: 'failed'; readonly sentence: string };
