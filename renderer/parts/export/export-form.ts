import { checkTemplate, defaultTemplate } from '#shared/naming.ts';
import { exportSettings, type ExportOptions } from '#shared/views/export.ts';
import { isAbsolute } from '../../parts/paths.ts';

/** The typed values of an export. */
export interface ExportForm extends Pick<
  ExportOptions,
  'folder' | 'naming' | 'format' | 'profile' | 'kind' | 'presets'
> {
  isSmaller: boolean;
  /** Long side in px, as typed. */
  longSide: string;
  /** JPEG quality, as typed. */
  quality: string;
}

/** Default long side in px, a size for viewing; used until the user types another size. */
const USUAL_SIDE = 2048;

export function exportFormOf({ longSide, quality, ...options }: ExportOptions): ExportForm {
  return {
    ...options,
    isSmaller: longSide !== null,
    longSide: String(longSide ?? USUAL_SIDE),
    quality: String(quality),
  };
}

/** Returns the options of an export, or the names of the invalid fields. */
export function readExportForm(
  form: ExportForm,
): { readonly options: ExportOptions } | { readonly wrong: ReadonlySet<keyof ExportForm> } {
  const { format, profile, kind, presets } = form;
  const folder = form.folder.trim();
  const image = readImage(form);
  const wrong = new Set<keyof ExportForm>(kind === 'images' ? image.wrong : []);
  if (!isAbsolute(folder)) wrong.add('folder');
  if (kind === 'shops' && presets.length === 0) wrong.add('presets');
  const { naming, longSide, quality } = image;
  return wrong.size > 0
    ? { wrong }
    : { options: { folder, naming, format, profile, longSide, quality, kind, presets } };
}

/** Reads the fields of an image; invalid fields get their defaults. */
function readImage(form: ExportForm): Pick<ExportOptions, 'naming' | 'longSide' | 'quality'> & {
  readonly wrong: readonly (keyof ExportForm)[];
} {
  const isNamed = checkTemplate(form.naming).length === 0;
  const longSide = form.isSmaller ? wholeIn(form.longSide, exportSettings.longSide.range) : null;
  const quality = wholeIn(form.quality, exportSettings.quality.range);
  return {
    naming: isNamed ? form.naming : defaultTemplate,
    longSide,
    quality: quality ?? exportSettings.quality.range[1],
    wrong: [
      ...(isNamed ? [] : ['naming' as const]),
      ...(form.isSmaller && longSide === null ? ['longSide' as const] : []),
      // without this check, an invalid value in a hidden field would block the export
      ...(hasQuality(form) && quality === null ? ['quality' as const] : []),
    ],
  };
}

/** Checks whether the export may write JPEG files, which need a quality. */
export function hasQuality({ format }: Pick<ExportForm, 'format'>): boolean {
  return format === 'jpeg' || format === 'as-it-is';
}

const extensions = { jpeg: '.jpg', png: '.png', tiff: '.tif' } as const;

/** Returns the extension with the dot; `own` is the extension of the result. */
export function exportExtension(format: ExportOptions['format'], own: string): string {
  return format === 'as-it-is' ? own : extensions[format];
}

function wholeIn(text: string, [least, most]: readonly [number, number]): number | null {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}
