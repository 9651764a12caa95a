import { basename, dirname } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { parseFinishPreset, type FinishOutput, type FinishPreset } from '#shared/finish/preset.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { FinishMeasure, FinishPreview } from '#shared/views/finish.ts';
import type { FinishedFile, FinishedPhoto } from '../../adapters/images/types.ts';
import type { Session } from '../session/session.ts';

/** Maximum length of a preview's long side, in px. */
const screen = 1200;
type PreviewSession = Pick<Session, 'studio' | 'access' | 'finishPreviews'>;

/**
 * Makes one file of a preset from a photo, reduced to the size of a screen. Problems: those of `parseFinishPreset`,
 * managed-folder, those of `Images.finish`.
 */
export async function previewFinish(
  session: PreviewSession,
  asked: Input<'finish.preview'>,
  signal: AbortSignal,
): Promise<Outcome<FinishPreview>> {
  return session.finishPreviews.add(async (file) => {
    const made = await make(session, asked, { file, toPreview: onScreen }, signal);
    if (!made.ok) return made;
    const { width, height, subject } = made.value.file;
    return success({ width, height, subject });
  });
}

/**
 * Makes one file of a preset from a photo at full size, and returns its size, quality and notes.
 * Problems: those of `previewFinish`, finish-too-heavy.
 */
export async function measureFinish(
  session: PreviewSession,
  asked: Input<'finish.measure'>,
  signal: AbortSignal,
): Promise<Outcome<FinishMeasure>> {
  const made = await session.finishPreviews.discard((file) =>
    make(session, asked, { file, toPreview: (output) => output }, signal),
  );
  if (!made.ok) return made;
  const { width, height, bytes, quality, isSmaller } = made.value.file;
  const name = basename(asked.path);
  const notes = [
    ...(made.value.hasSubject ? [] : [problemOf('finish-no-subject', { name })]),
    ...(isSmaller ? [problemOf('finish-smaller', { name, width, height })] : []),
  ];
  return success({ width, height, bytes, quality, notes });
}

async function make(
  { studio, access }: PreviewSession,
  asked: Input<'finish.preview'>,
  { file, toPreview }: { file: string; toPreview: (output: FinishOutput) => FinishOutput },
  signal: AbortSignal,
): Promise<Outcome<Pick<FinishedPhoto, 'hasSubject'> & { readonly file: FinishedFile }>> {
  const wanted = wantedOf(asked);
  if (!wanted.ok) return wanted;
  const allowed = await access.within(dirname(asked.path));
  if (!allowed.ok) return allowed;
  const { preset, output } = wanted.value;
  const files = [{ preset, output: toPreview(output), target: file }];
  const made = await studio().images.finish({ source: asked.path, files }, signal);
  if (!made.ok) return made;
  const [first] = made.value.files;
  if (first === undefined) throw new Error('An image process returned no file.');
  return first.ok ? success({ hasSubject: made.value.hasSubject, file: first.value }) : first;
}

function wantedOf({
  preset: json,
  output: at,
}: Input<'finish.preview'>): Outcome<{ preset: FinishPreset; output: FinishOutput }> {
  const preset = parseFinishPreset(json);
  if (!preset.ok) return preset;
  const output = preset.value.outputs[at];
  return output === undefined
    ? failure('finish-preset-invalid.missing', { field: `outputs.${at}` })
    : success({ preset: preset.value, output });
}

/** Returns an output with the same aspect ratio, reduced to the size of a screen. */
function onScreen(output: FinishOutput): FinishOutput {
  return {
    ...output,
    format: 'webp',
    longSide: Math.min(output.longSide ?? screen, screen),
    quality: 85,
    maxBytes: null,
    profile: 'srgb',
    depth: 8,
  };
}
