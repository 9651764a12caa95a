import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import { defaultTemplate } from '../naming.ts';
import { priceSettings } from '../prices.ts';
import type { Problem } from '../problem.ts';
import { limitKinds, type LimitName } from '../spending-limits.ts';
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
import { retouchLayout } from './retouch-layout.ts';
import { updateSettings } from './updates.ts';

export const languages = ['system', 'en', 'de', 'zh-CN'] as const;
export const appearances = ['dark', 'mid', 'light'] as const;
export const proxyChoices = ['system', 'none', 'manual'] as const;
export const networkModes = ['normal', 'metered', 'offline'] as const;
/** The network settings; the password of a proxy is stored with the keys. */
export const networkSettings = {
  /** Which proxy is used: the proxy of the system or environment, no proxy, or `proxyUrl`. */
  proxy: setting('never', 'Proxy', v.picklist(proxyChoices), 'system'),
  /** URL without user name and password; empty if not set. */
  proxyUrl: setting('never', 'Proxy address', text, ''),
  /** User name for the proxy; empty if there is none. */
  proxyUser: setting('never', 'Proxy user name', text, ''),
  /** Absolute path of a PEM file with additional root certificates; null if there is none. */
  extraCertificates: setting('never', 'Root certificates', v.nullable(text), null),
  mode: setting('never', 'Network use', v.picklist(networkModes), 'normal'),
} satisfies SettingGroup;

export type NetworkPreferences = ValuesOf<typeof networkSettings>;

/** Declares a spending limit of the studio. */
function limit(name: LimitName, label: string) {
  const { unit, range } = limitKinds[name];
  return {
    ...wholeNumberOrNone('taken', label, range),
    field: { section: 'money', unit },
  } as const;
}

/**
 * All settings. Types, defaults, the schemas of the contract and of the administrator policy, the settings file, names
 * and number fields are derived from this table.
 */
export const settings = {
  language: setting('taken', 'Language', v.picklist(languages), 'system'),
  appearance: setting('taken', 'Photo background', v.picklist(appearances), 'dark'),
  /** Maximum number of executions at the same time. */
  inFlight: {
    ...wholeNumber('taken', 'Photos at a time', [1, 64], 8),
    field: { section: 'work', unit: 'atOnce' },
  },
  /** Spending limits for all hot folders and Retouch together; null if there is none. */
  imagesPerDay: limit('imagesPerDay', 'Daily limit'),
  imagesPerMonth: limit('imagesPerMonth', 'Monthly limit'),
  moneyPerDay: limit('moneyPerDay', 'Daily cost limit'),
  moneyPerMonth: limit('moneyPerMonth', 'Monthly cost limit'),
  /** The doubt window: minutes in which the service may still process a request whose answer was lost. */
  doubtWindow: {
    ...wholeNumber('never', 'Keep checking after a lost answer', [1, 24 * 60], 20),
    field: { section: 'work', unit: 'minutes' },
  },
  /** Absolute path that is suggested for new hot folders; null if there is none. */
  outFolder: setting('folder', 'Output folder', v.nullable(text), null),
  /** Naming template that is suggested for new recipes. */
  naming: setting('taken', 'Result file names', text, defaultTemplate),
  /** Pattern for {sku}; null for the letters and digits at the start of a name. */
  skuPattern: setting('taken', 'Article (SKU) pattern', v.nullable(text), null),
  /** Number of photos above which a drop needs confirmation. */
  askAbove: {
    ...wholeNumber('taken', 'Confirm drops larger than', [1, 100_000], 50),
    field: { section: 'money', unit: 'photos' },
  },
  /** Whether ratings and picks are also written into the delivered files. */
  marksInFiles: setting('taken', 'Write ratings and picks to files', v.boolean(), false),
  notifications: setting('taken', 'Desktop notifications', v.boolean(), true),
  /** Whether work continues when the window is closed. */
  keepRunning: setting('taken', 'Keep running when the window is closed', v.boolean(), true),
  prices: priceSettings,
  export: exportSettings,
  mask: maskSettings,
  retouch: retouchLayout,
  network: networkSettings,
  callback: callbackSettings,
  updates: updateSettings,
} as const satisfies DeclaredSettings;

/** The user's settings, saved in one file in the data folder. */
export type Preferences = AllValuesOf<typeof settings>;

/** The default settings. */
export const usualPreferences = allUsualOf(settings);

export type SettingPath = PathOf<typeof settings>;
export const settingsByPath = byPath(settings);

type NumberName = {
  [K in keyof typeof settings]: (typeof settings)[K] extends { readonly field: unknown }
    ? K
    : never;
}[keyof typeof settings];
/** Names of the settings that have a number field. */
export const numberSettings = (Object.keys(settings) as NumberName[])
  .filter((name) => 'field' in settings[name])
  .map((name) => ({ name, ...settings[name] }));

/** The settings that an administrator can limit. */
export const limitedSettings = [
  'imagesPerDay',
  'imagesPerMonth',
  'moneyPerDay',
  'moneyPerMonth',
  'inFlight',
] as const;
/** The highest values that the administrator allows; null if there is no limit. */
export type Limits = Readonly<Record<(typeof limitedSettings)[number], number | null>>;

/** The part of the administrator policy that restricts settings. */
export interface ManagedSettings {
  /** Absolute path of the policy file. */
  readonly file: string;
  /** Settings that cannot be changed, such as `serviceUrl`, `inFlight`, or `network.proxy` for a setting in a group. */
  readonly locked: readonly string[];
  readonly limits: Limits;
  /** Absolute paths of folders: hot folders, output and exports must be in one of them; null to allow all folders. */
  readonly within: readonly string[] | null;
}

export interface Settings {
  readonly preferences: Preferences;
  /** Increases with every change of the settings in any window. */
  readonly revision: number;
  readonly service: {
    /** Null for the demo service. */
    readonly url: string | null;
    /** Where the key is stored, never the key itself. `session`: it is kept until Darkslide quits. */
    readonly key: 'none' | 'keychain' | 'environment' | 'session';
    /** Whether the service was set at startup and cannot be changed here. */
    readonly isFixed: boolean;
  };
  /** Whether a password is saved for the proxy that the user entered; never the password itself. */
  readonly hasProxyPassword: boolean;
  /** Absolute path of the folder with ledger and settings. */
  readonly dataFolder: string;
  /** Null if there is no administrator policy. */
  readonly managed: ManagedSettings | null;
}

/** The system proxy for which the user can enter a user name and password. */
export interface SystemProxy {
  /** Name such as `proxy.example.com:8080`; null if the system has no proxy or does not report it. */
  readonly name: string | null;
  readonly hasPassword: boolean;
}

/** An entry of a settings file that was not imported, and the reason. */
export interface LeftOut {
  readonly kind: 'preference' | 'recipe' | 'service';
  /** `inFlight`, or `network.proxy` for a setting in a group; the name of a recipe; or the URL of a service. */
  readonly name: string;
  /** The name in English, for display. */
  readonly label: string;
  readonly problem: Problem;
}

/** A setting that was imported from a file. */
export interface TakenSetting {
  /** `inFlight`, or `export.format` for a setting in a group. */
  readonly name: string;
  /** The name in English, for display. */
  readonly label: string;
  readonly value: string | number | boolean | null;
}

/** The result of importing a settings file. */
export interface SettingsImport {
  readonly settings: Settings;
  /** Number of imported settings. */
  readonly preferences: number;
  /** Number of added recipes. */
  readonly recipes: number;
  /** The imported settings. */
  readonly taken: readonly TakenSetting[];
  /** Names of the added recipes. */
  readonly added: readonly string[];
  readonly left: readonly LeftOut[];
}

/** The result of a connection test: its steps in order, up to the first that failed. */
export interface ConnectionTest {
  readonly steps: readonly {
    readonly step: 'address' | 'proxy' | 'name' | 'connection' | 'certificate' | 'envelope' | 'key';
    /** Null if the step succeeded. */
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
