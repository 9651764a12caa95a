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

type Photo = Omit<CustomModelPhoto, 'pictureId'>;

/** The words of one kind. */
export interface CustomModelTexts {
  readonly kind: CustomModelKind;
  /** The command's name, and the word for many. */
  readonly command: 'models' | 'scenes';
}

/** The words of a kind. */
export function wordsOf(kind: CustomModelKind): CustomModelTexts {
  return { kind, command: kind === 'model' ? 'models' : 'scenes' };
}

/** What went wrong with one line, as with a job. */
interface LineError {
  readonly code: string;
  readonly message: string;
}

/**
 * A custom model or scene as every command prints it with --json, after its id, which is called
 * `fashionModelId` or `locationId`.
 */
export interface CustomModelLine {
  /** As the service calls it. */
  readonly name: string;
  /** Null where the service did not answer. */
  readonly status: PreparationStatus | null;
  /** Address; '' without one. */
  readonly cover: string;
  /** Addresses of what it was made of; null where they were not told. */
  readonly images: readonly string[] | null;
  readonly error: LineError | null;
}

/** What `list` adds to it. */
export interface ListedLine extends CustomModelLine {
  readonly presence: CustomModelPresence;
  /** Null where this data folder does not know it. */
  readonly madeHere: boolean | null;
  readonly card: CardView | null;
}

/** One that is being made, or was not, as `list` and `create` print it with --json. */
export interface CreationLine {
  readonly creation: number;
  readonly kind: CustomModelKind;
  /** Null where the service names it. */
  readonly name: string | null;
  /** Absolute paths. */
  readonly photos: readonly string[];
  readonly state: CreationView['state'];
  /** When it was begun. */
  readonly since: string;
  readonly error: LineError | null;
}

/** A photo that `create` was given, as it prints it with --json. */
interface PhotoLine {
  /** Absolute path. */
  readonly photo: string;
  readonly sha256: string;
  /** px, upright. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** What the service gets; null where it cannot be used. */
  readonly copy: CustomModelPhotoCopy | null;
  readonly error: LineError | null;
}

export function photoLine(looked: Photo): PhotoLine {
  const { path, sha256, width, height, bytes, copy, problem } = looked;
  return { photo: path, sha256, width, height, bytes, copy, error: errorOf(problem) };
}

export function photoText(looked: Photo): string {
  const { path, name, width, height, bytes, copy, problem } = looked;
  if (isWebAddress(path)) return `${path}: the service gets this address`;
  const photo = `${name}, ${width} × ${height}, ${megabytes(bytes)}`;
  if (copy === null)
    return `${photo}: cannot be used${problem === null ? '' : ` (${problem.code})`}`;
  const format = copy.format === 'webp' ? 'WebP' : copy.format.toUpperCase();
  return `${photo}: the service gets a ${format} of ${copy.width} × ${copy.height}, ${megabytes(copy.bytes)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 100_000 ? 2 : 1)} MB`;
}

/** The line of one of the account, without its id. */
export function customModelLine(
  told: ServiceModel,
  problem: Problem | null = null,
): CustomModelLine {
  const { name, status, cover, images } = told;
  return { name, status, cover, images, error: errorOf(problem) };
}

/** Of one that the service has told nothing of. */
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

const stands: Readonly<Record<'preparing' | 'sending' | 'doubt', string>> = {
  preparing: 'its photos are being brought to the service; nothing was made yet',
  sending: 'the service is being asked to make it',
  doubt:
    'the answer of the service was lost; the account is looked through, and nothing is sent meanwhile',
};

/** How a creation stands, for a person, and how it goes on. */
export function creationText(row: CreationView, { command }: CustomModelTexts): string {
  const { id, kind, name, photos, state, problem } = row;
  const what = `Creation ${id}, ${name === null ? `a ${kind}` : `the ${kind} "${name}"`} of ${photos.map((photo) => photo.name).join(', ')}`;
  const why = problem === null ? '' : `\n  ${problem.code}: ${problem.message}`;
  if (state === 'stopped') {
    const again = problem?.code === 'own-uncertain' ? ' and --again' : '';
    return `${what}: it stopped.${why}\n  darkslide ${command} create with the same photos${again} begins anew, darkslide ${command} dismiss ${id} takes it off the list.`;
  }
  const how = stands[state as keyof typeof stands];
  return `${what}: ${how}.${why}\n  It goes on while Darkslide works: in the window, or with darkslide ${command} create and the same photos.`;
}
