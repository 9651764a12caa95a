import type { GenericSchema } from 'valibot';
import type { FromFile, Setting } from '#shared/setting.ts';
import { settingsByPath } from '#shared/views/settings.ts';
import { code, generated, table } from './markdown.ts';

const imported: Readonly<Record<FromFile, string>> = {
  taken: 'imported',
  folder: 'imported if the folder is on this computer',
  never: 'never imported',
};

/** The parts of a schema that describe valid values. */
interface Shape {
  readonly type: string;
  readonly wrapped?: Shape;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
  readonly options?: readonly string[];
  readonly item?: { readonly entries?: object };
}

function valueText(schema: GenericSchema): string {
  const shape = schema as unknown as Shape;
  if (shape.wrapped !== undefined) {
    return `${valueText(shape.wrapped as unknown as GenericSchema)}, or ${code('null')}`;
  }
  if (shape.options !== undefined) return shape.options.map(code).join(', ');
  const bound = (type: string) => shape.pipe?.find((one) => one.type === type)?.requirement;
  const [least, most] = [bound('min_value'), bound('max_value')];
  if (typeof least === 'number' && typeof most === 'number') return `${least} to ${most}`;
  if (shape.item?.entries !== undefined) {
    return `a list of objects with ${Object.keys(shape.item.entries).map(code).join(', ')}`;
  }
  const kinds: Readonly<Record<string, string>> = {
    boolean: `${code('true')} or ${code('false')}`,
    array: 'a list of strings',
  };
  return kinds[shape.type] ?? 'text';
}

/** Returns docs/reference/settings.md. */
export function settingsPage(): string {
  const rows = Object.entries<Setting>(settingsByPath).map(
    ([path, { label, schema, usual, fromFile }]) => [
      code(path),
      label,
      valueText(schema),
      code(JSON.stringify(usual)),
      imported[fromFile],
    ],
  );
  return `${[
    generated('shared/views/settings.ts'),
    '# Settings',
    'Every setting with the name it has in a settings file and in the [administrator policy](../administration.md). A name with a dot is a field of a group. The policy can set all of them except those of `export` and `mask`. The last column shows what `darkslide settings import` and the window do with each setting in a settings file.',
    table(['name', 'setting', 'value', 'default', 'from a settings file'], rows),
  ].join('\n\n')}\n`;
}
