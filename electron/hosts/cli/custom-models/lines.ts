import { isWebAddress } from '#shared/agents/index.ts';
import {
  customModelFacts,
  type CustomModelKind,
  type ServiceModel,
} from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { PreparationStatus } from '#shared/service.ts';
import type { CardView, CreationView } from '#shared/views/command-line.ts';
import type {
  CustomModelPhoto,
  CustomModelPhotoCopy,
  CustomModelPresence,
} from '#shared/views/custom-models.ts';
import type { Speech, Texts } from '../speech.ts';

type Photo = Omit<CustomModelPhoto, 'pictureId'>;

/** The kind, and the name of its command. */
export interface CustomModelTexts {
  readonly kind: CustomModelKind;
  /** The command's name, which is also the plural of the kind. */
  readonly command: 'models' | 'scenes';
}

/** Returns the texts of a kind. */
export function wordsOf(kind: CustomModelKind): CustomModelTexts {
  return { kind, command: kind === 'model' ? 'models' : 'scenes' };
}

/** The error in a line, with the same fields as for a job. */
interface LineError {
  readonly code: string;
  readonly message: string;
}

/**
 * A custom model or scene as every command prints it with --json, without its id. The id comes first, as
 * `fashionModelId` or `locationId`.
 */
export interface CustomModelLine {
  /** The name at the service. */
  readonly name: string;
  /** Null if the service did not answer. */
  readonly status: PreparationStatus | null;
  /** URL of the cover; empty if there is none. */
  readonly cover: string;
  /** URLs of its photos; null if the service did not list them. */
  readonly images: readonly string[] | null;
  readonly error: LineError | null;
}

/** The line that `list` prints. */
export interface ListedLine extends CustomModelLine {
  readonly presence: CustomModelPresence;
  /** Whether it was created with this data folder; null if that is unknown. */
  readonly madeHere: boolean | null;
  readonly card: CardView | null;
}

/** An unfinished or stopped creation, as `list` and `create` print it with --json. */
export interface CreationLine {
  readonly creation: number;
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  /** Absolute paths. */
  readonly photos: readonly string[];
  readonly state: CreationView['state'];
  /** Time at which the creation started. */
  readonly since: string;
  readonly error: LineError | null;
}

/** A photo of `create`, as printed with --json. */
interface PhotoLine {
  /** Absolute path. */
  readonly photo: string;
  readonly sha256: string;
  /** Size in px of the upright photo. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** The copy that would be uploaded; null if the photo cannot be used. */
  readonly copy: CustomModelPhotoCopy | null;
  readonly error: LineError | null;
}

export function photoLine(looked: Photo): PhotoLine {
  const { path, sha256, width, height, bytes, copy, problem } = looked;
  return { photo: path, sha256, width, height, bytes, copy, error: errorOf(problem) };
}

export function photoText(t: Texts, looked: Photo): string {
  const { path, name, width, height, bytes, copy, problem } = looked;
  if (isWebAddress(path)) return t('photo.url', { path });
  const photo = { name, size: `${width} × ${height}`, megabytes: megabytes(bytes) };
  if (copy === null) return t('photo.unusable', { ...photo, code: problem?.code ?? '' });
  return t('photo.upload', {
    ...photo,
    format: copy.format === 'webp' ? 'WebP' : copy.format.toUpperCase(),
    copySize: `${copy.width} × ${copy.height}`,
    copyMegabytes: megabytes(copy.bytes),
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 100_000 ? 2 : 1);
}

/** Returns the line of a model or scene of the account, without its ID. */
export function customModelLine(
  told: ServiceModel,
  problem: Problem | null = null,
): CustomModelLine {
  const { name, status, cover, images } = told;
  return { name, status, cover, images, error: errorOf(problem) };
}

/** The line of a model or scene that the service does not list. */
export const unknownLine: Omit<CustomModelLine, 'error'> = {
  name: '',
  status: null,
  cover: '',
  images: null,
};

export function withId<L extends CustomModelLine>(
  kind: CustomModelKind,
  id: number,
  line: L,
): object {
  return { [customModelFacts[kind].parameter]: id, ...line };
}

export function creationLine(row: CreationView): CreationLine {
  const { id, kind, name, photos, state, createdAt, problem } = row;
  return {
    creation: id,
    kind,
    name,
    photos: photos.map(({ path }) => path),
    state,
    since: new Date(createdAt).toISOString(),
    error: errorOf(problem),
  };
}

export function errorOf(problem: Problem | null): LineError | null {
  return problem === null ? null : { code: problem.code, message: problem.message };
}

/** Returns the status of a creation and how to continue it. */
export function creationText(
  { t, told }: Speech,
  row: CreationView,
  { command }: CustomModelTexts,
): string {
  const { id, kind, name, photos, state, problem } = row;
  const what = {
    id,
    kind,
    name: name ?? '',
    named: name !== null,
    photos: photos.map((photo) => photo.name).join(', '),
  };
  const isStopped = state !== 'preparing' && state !== 'sending' && state !== 'doubt';
  const again = problem?.code === 'own-uncertain' ? 'restartAgain' : 'restart';
  return [
    t(`creation.${isStopped ? 'stopped' : state}`, what),
    ...(problem === null
      ? []
      : [`  ${t('notice', { code: problem.code, message: told(problem) })}`]),
    `  ${isStopped ? t(`creation.${again}`, { command, id }) : t('creation.goesOn', { command })}`,
  ].join('\n');
}
