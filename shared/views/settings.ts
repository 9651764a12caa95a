import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import { defaultTemplate } from '../naming.ts';
import type { Problem } from '../problem.ts';
import {
  byPath,
  setting,
  allUsualOf,
  wholeNumber,
  wholeNumberOrNone,
  type DeclaredSettings,
  type PathOf,
  type SettingGroup,
  type AllValuesOf,
  type ValuesOf,
} from '../setting.ts';
import { callbackSettings } from './callback.ts';
import { exportSettings } from './export.ts';
import { maskSettings } from './mask-tools.ts';
import { updateSettings } from './updates.ts';

export const languages = ['system', 'en', 'de', 'zh-CN'] as const;
export const appearances = ['dark', 'mid', 'light'] as const;
export const proxyChoices = ['system', 'none', 'manual'] as const;
export const networkModes = ['normal', 'metered', 'offline'] as const;
/** How the network of the studio is used; the password of a proxy is kept with the keys. */
export const networkSettings = {
  /** Where the proxy comes from: the system or the environment, nowhere, or `proxyUrl`. */
  proxy: setting('never', 'Proxy', v.picklist(proxyChoices), 'system'),
  /** Without name and password; '' while none was written. */
  proxyUrl: setting('never', 'Proxy address', text, ''),
  /** The name for a proxy that asks; '' for none. */
  proxyUser: setting('never', 'Proxy user name', text, ''),
  /** Absolute path of a PEM file of further root certificates; null for none. */
  extraCertificates: setting('never', 'Root certificates', v.nullable(text), null),
  mode: setting('never', 'Network use', v.picklist(networkModes), 'normal'),
} satisfies SettingGroup;

export type NetworkPreferences = ValuesOf<typeof networkSettings>;

/**
 * What a person can choose, each declared once: types, defaults, what the contract and the administrator
 * policy take, the settings file, the names and the number fields of the screens are derived from it.
 */
export const settings = {
  language: setting('taken', 'Language', v.picklist(languages), 'system'),
  appearance: setting('taken', 'Photo background', v.picklist(appearances), 'dark'),
  /** Executions the service works on at once. */
  inFlight: {
    ...wholeNumber('taken', 'Photos at a time', [1, 64], 8),
    field: { section: 'work', unit: 'atOnce' },
  },
  /** Generated images a day over all folders; null for no limit. */
  imagesPerDay: {
    ...wholeNumberOrNone('taken', 'Daily limit', [1, 1_000_000]),
    field: { section: 'money', unit: 'images' },
  },
  /** min in which a lost request may still be processed by the service. */
  doubtWindow: {
    ...wholeNumber('never', 'Check after a lost answer', [1, 24 * 60], 20),
    field: { section: 'work', unit: 'minutes' },
  },
  /** Absolute path offered for new hot folders; null for none. */
  outFolder: setting('folder', 'Output folder', v.nullable(text), null),
  /** Naming template offered for new recipes. */
  naming: setting('taken', 'Result file names', text, defaultTemplate),
  /** Pattern that {sku} is taken by; null for the letters and digits a name begins with. */
  skuPattern: setting('taken', 'Article (SKU) pattern', v.nullable(text), null),
  /** Photos of a sudden drop that are taken without a question. */
  askAbove: {
    ...wholeNumber('taken', 'Confirm drops larger than', [1, 100_000], 50),
    field: { section: 'money', unit: 'photos' },
  },
  /** Stars and picks are written into the delivered files as well. */
  marksInFiles: setting('taken', 'Write ratings and picks to files', v.boolean(), false),
  notifications: setting('taken', 'Desktop notifications', v.boolean(), true),
  /** Work goes on when the window is closed. */
  keepRunning: setting('taken', 'Keep running when the window is closed', v.boolean(), true),
  export: exportSettings,
  mask: maskSettings,
  network: networkSettings,
  callback: callbackSettings,
  updates: updateSettings,
} as const satisfies DeclaredSettings;

/** What a person has chosen; kept in one file in the data folder. */
export type Preferences = AllValuesOf<typeof settings>;

/** What is in force where a person has chosen nothing. */
export const usualPreferences = allUsualOf(settings);

export type SettingPath = PathOf<typeof settings>;
export const settingsByPath = byPath(settings);

type NumberName = {
  [K in keyof typeof settings]: (typeof settings)[K] extends { readonly field: unknown }
    ? K
    : never;
}[keyof typeof settings];
/** The settings that are a field for a number. */
export const numberSettings = (Object.keys(settings) as NumberName[])
  .filter((name) => 'field' in settings[name])
  .map((name) => ({ name, ...settings[name] }));

/** The settings that an administrator can bound from above. */
export const limitedSettings = ['imagesPerDay', 'inFlight'] as const;
/** Most that a person may choose of each; null for no bound. */
export type Limits = Readonly<Record<(typeof limitedSettings)[number], number | null>>;

/** What the policy of the computer's administrator says of the settings. */
export interface ManagedSettings {
  /** Absolute path of the policy. */
  readonly file: string;
  /** What cannot be changed here: `serviceUrl`, `inFlight`, or one of a group as `network.proxy`. */
  readonly locked: readonly string[];
  readonly limits: Limits;
  /** Absolute paths that drop folders, outputs and exports must lie in; null for anywhere. */
  readonly within: readonly string[] | null;
}

export interface Settings {
  readonly preferences: Preferences;
  /** Grows with every change, from whichever window. */
  readonly revision: number;
  readonly service: {
    /** Null for the demo service. */
    readonly url: string | null;
    /** Where the key is; never the key. `session`: forgotten when Darkslide ends. */
    readonly key: 'none' | 'keychain' | 'environment' | 'session';
    /** The start of the program named the service, so that it cannot be changed here. */
    readonly isFixed: boolean;
  };
  /** Whether there is a password for the proxy that is named by hand; never the password. */
  readonly hasProxyPassword: boolean;
  /** Absolute path of ledger and settings. */
  readonly dataFolder: string;
  /** Null where the computer has no policy. */
  readonly managed: ManagedSettings | null;
}

/** The proxy of the system that a name and password would be for. */
export interface SystemProxy {
  /** As `proxy.example.com:8080`; null where the system names none, or does not say. */
  readonly name: string | null;
  readonly hasPassword: boolean;
}

/** What a file of settings holds and what was not taken, and why. */
export interface LeftOut {
  readonly kind: 'preference' | 'recipe' | 'service';
  /** `inFlight`, or `network.proxy` of a group; the name of a recipe; the address of a service. */
  readonly name: string;
  /** The name in English words. */
  readonly label: string;
  readonly problem: Problem;
}

/** A setting that was taken from a file. */
export interface TakenSetting {
  /** `inFlight`, or `export.format` of a group. */
  readonly name: string;
  /** The name in English words. */
  readonly label: string;
  readonly value: string | number | boolean | null;
}

/** What came of a file of settings. */
export interface SettingsImport {
  readonly settings: Settings;
  /** How many preferences were taken. */
  readonly preferences: number;
  /** How many recipes were added. */
  readonly recipes: number;
  /** The preferences that were taken, one by one. */
  readonly taken: readonly TakenSetting[];
  /** Names of the recipes that were added. */
  readonly added: readonly string[];
  readonly left: readonly LeftOut[];
}

/** One step of a test of the connection, in order; the first that fails ends it. */
export interface ConnectionTest {
  readonly steps: readonly {
    readonly step: 'address' | 'proxy' | 'name' | 'connection' | 'certificate' | 'envelope' | 'key';
    /** What is wrong; null for a good one. */
    readonly problem: Problem | null;
  }[];
  readonly isGood: boolean;
}

export interface LogEntry {
  /** Wall-clock ms. */
  readonly at: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
  readonly code: string | null;
}
