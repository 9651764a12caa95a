import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import * as v from 'valibot';
import { channels } from '#shared/ipc.ts';
import { checkTemplate, defaultTemplate } from '#shared/naming.ts';
import { causeText, failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkSkuPattern } from '#shared/sku.ts';
import { usualMaskTools } from '#shared/views/mask-tools.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { usualCallback, whyNotListen } from './callback.ts';

/** What `settings.json` holds. Never a key: see secrets.ts. */
interface File {
  readonly preferences: Preferences;
  /** Checked address of the service to work with; null for the demo service. */
  readonly serviceUrl: string | null;
}

/** What a person has chosen, in one file of the data folder. */
export interface PreferenceBooks {
  read(): Preferences;
  /** Grows with every change. */
  revision(): number;
  /** Problems: template-invalid, template-escapes, data-folder-unusable when it cannot be written. */
  change(changes: {
    readonly [K in keyof Preferences]?: Preferences[K] | undefined;
  }): Outcome<void>;
  /** Checked address of the service to work with; null for the demo service. */
  serviceUrl(): string | null;
  setServiceUrl(url: string | null): Outcome<void>;
}

const FILE_NAME = 'settings';
const fields = channels['settings.change'].input.entries.preferences.entries;
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);

/**
 * The preferences of a data folder, which must be there. A file that cannot be read is set aside, and
 * a value that cannot be used gives way to the usual one: `onTrouble` is told of both, and nothing
 * here throws.
 */
export function openPreferences(
  folder: string,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
): PreferenceBooks {
  const file = join(folder, `${FILE_NAME}.json`);
  const found = readFile(file, onTrouble);
  const store = new Conf<Record<string, unknown>>({
    cwd: folder,
    configName: FILE_NAME,
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  let held: File = usable(found, usual, onTrouble);
  let revision = 0;

  const write = (next: File): Outcome<void> => {
    try {
      store.set({ ...next });
    } catch (error) {
      return failure(
        'data-folder-unusable',
        `The settings cannot be written to ${file}. Nothing was changed; check that its disk is writable and has room.`,
        { about: file, detail: causeText(error) },
      );
    }
    held = next;
    revision += 1;
    return success(undefined);
  };

  return {
    read: () => held.preferences,
    revision: () => revision,
    change(changes) {
      const given = Object.fromEntries(
        Object.entries(changes).filter(([, value]) => value !== undefined),
      );
      const next = { ...held.preferences, ...given };
      const problem = whyNot(next);
      return problem === null ? write({ ...held, preferences: next }) : { ok: false, problem };
    },
    serviceUrl: () => held.serviceUrl,
    setServiceUrl: (serviceUrl) => write({ ...held, serviceUrl }),
  };
}

/** What the schema of each value alone cannot say. */
function whyNot({ naming, skuPattern, callback }: Preferences): Problem | null {
  const [wrong] = checkTemplate(naming);
  if (wrong !== undefined) return { ...wrong, parameter: 'naming' };
  const [bad] = skuPattern === null ? [] : checkSkuPattern(skuPattern);
  return bad === undefined ? whyNotListen(callback) : { ...bad, parameter: 'skuPattern' };
}

function readFile(
  file: string,
  onTrouble: (problem: Problem) => void,
): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return json as Record<string, unknown>;
    }
    throw new Error('it holds no settings');
  } catch (error) {
    const aside = setAside(file);
    onTrouble({
      code: 'settings-damaged',
      message: `The settings in ${file} could not be read, so the usual ones are in force; ${aside}. Jobs and photos are not touched.`,
      about: file,
      detail: causeText(error),
    });
    return {};
  }
}

function setAside(file: string): string {
  const aside = file.replace(/\.json$/, '-damaged.json');
  try {
    renameSync(file, aside);
    return `the file was set aside as ${aside}`;
  } catch {
    return 'the file could not be set aside';
  }
}

/** Whether a value can be used, whatever the others are. */
function isUsable(name: keyof typeof fields, value: unknown): boolean {
  if (value === undefined || !v.is(fields[name], value)) return false;
  return name !== 'callback' || whyNotListen(value as CallbackSettings) === null;
}

/** What of a file can be used; the usual for the rest. */
function usable(
  found: Readonly<Record<string, unknown>>,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
): File {
  const written = v.safeParse(v.record(v.string(), v.unknown()), found['preferences'] ?? {});
  const entries = Object.entries(written.success ? written.output : {}).filter(([name]) =>
    isField(name),
  );
  const good = entries.filter(([name, value]) => isField(name) && isUsable(name, value));
  const preferences = withoutPassword({
    ...usual,
    ...(Object.fromEntries(good) as Partial<Preferences>),
  });
  const bad = entries.length - good.length;
  const problem = whyNot(preferences);
  if (!written.success || bad > 0 || problem !== null) {
    onTrouble({
      code: 'settings-damaged',
      message:
        'Some settings could not be used and were replaced by the usual ones. Look through the settings; jobs and photos are not touched.',
    });
  }
  const url = found['serviceUrl'];
  return {
    preferences:
      problem === null
        ? preferences
        : { ...preferences, naming: usual.naming, skuPattern: usual.skuPattern },
    serviceUrl: typeof url === 'string' ? url : null,
  };
}

/** One written into the address by hand is not shown to screens and support; it has a place of its own. */
function withoutPassword(preferences: Preferences): Preferences {
  const { network } = preferences;
  const proxyUrl = network.proxyUrl.replace(/^([a-z]+:\/\/)?[^/]*@/iu, '$1');
  return { ...preferences, network: { ...network, proxyUrl } };
}

/** What is in force where a person has chosen nothing. */
export const usualPreferences: Preferences = {
  language: 'system',
  appearance: 'dark',
  inFlight: 8,
  imagesPerDay: null,
  doubtWindow: 20,
  outFolder: null,
  naming: defaultTemplate,
  skuPattern: null,
  askAbove: 50,
  marksInFiles: false,
  notifications: true,
  keepRunning: true,
  export: {
    folder: '',
    naming: defaultTemplate,
    format: 'as-it-is',
    profile: 'srgb',
    longSide: null,
    quality: 90,
  },
  mask: usualMaskTools,
  callback: usualCallback,
  updates: { mode: 'automatic', channel: 'latest' },
  network: {
    proxy: 'system',
    proxyUrl: '',
    proxyUser: '',
    extraCertificates: null,
    mode: 'normal',
  },
};
