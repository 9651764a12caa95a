import { checkTemplate } from '#shared/naming.ts';
import { exportSettings, type ExportOptions } from '#shared/views/export.ts';
import { isAbsolute } from '../../parts/paths.ts';

/** The typed values of an export. */
export interface ExportForm extends Pick<
  ExportOptions,
  'folder' | 'naming' | 'format' | 'profile'
> {
  isSmaller: boolean;
  /** px, as typed. */
  longSide: string;
  /** As typed. */
  quality: string;
}

/** A size for viewing, used until the user types another. */
const USUAL_SIDE = 2048;

export function exportFormOf({ longSide, quality, ...options }: ExportOptions): ExportForm {
  return {
    ...options,
    isSmaller: longSide !== null,
    longSide: String(longSide ?? USUAL_SIDE),
    quality: String(quality),
  };
}

/** Returns the options of an export, or the invalid fields. */
export function readExportForm(
  form: ExportForm,
): { readonly options: ExportOptions } | { readonly wrong: ReadonlySet<keyof ExportForm> } {
  const { naming, format, profile, isSmaller } = form;
  const folder = form.folder.trim();
  const longSide = isSmaller ? wholeIn(form.longSide, exportSettings.longSide.range) : null;
  // a hidden field cannot be invalid
  const quality = hasQuality(form)
    ? wholeIn(form.quality, exportSettings.quality.range)
    : (wholeIn(form.quality, exportSettings.quality.range) ?? exportSettings.quality.range[1]);
  const wrong = new Set<keyof ExportForm>();
  if (!isAbsolute(folder)) wrong.add('folder');
  if (checkTemplate(naming).length > 0) wrong.add('naming');
  if (isSmaller && longSide === null) wrong.add('longSide');
  if (quality === null) wrong.add('quality');
  return wrong.size > 0 || quality === null
    ? { wrong }
    : { options: { folder, naming, format, profile, longSide, quality } };
}

/** Checks whether any result may be compressed with loss. */
export function hasQuality({ format }: Pick<ExportForm, 'format'>): boolean {
  return format === 'jpeg' || format === 'as-it-is';
}

const extensions = { jpeg: '.jpg', png: '.png', tiff: '.tif' } as const;

/** Returns the extension with the dot; `own` is that of the result. */
export function exportExtension(format: ExportOptions['format'], own: string): string {
  return format === 'as-it-is' ? own : extensions[format];
}

function wholeIn(text: string, [least, most]: readonly [number, number]): number | null {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}
