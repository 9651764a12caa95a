import type { Problem } from '../problem.ts';
import type { CallbackSettings } from './callback.ts';
import type { ExportOptions } from './export.ts';
import type { MaskTools } from './mask-tools.ts';
import type { UpdatePreferences } from './updates.ts';

export const languages = ['system', 'en', 'de', 'zh-CN'] as const;
export const appearances = ['dark', 'mid', 'light'] as const;
export const proxyChoices = ['system', 'none', 'manual'] as const;
export const networkModes = ['normal', 'metered', 'offline'] as const;
/** Least and most of each number a person sets. */
export const preferenceBounds = {
  inFlight: [1, 64],
  imagesPerDay: [1, 1_000_000],
  doubtWindow: [1, 24 * 60],
  askAbove: [1, 100_000],
} as const;

/** How the network of the studio is used; the password of a proxy is kept with the keys. */
export interface NetworkPreferences {
  /** Where the proxy comes from: the system or the environment, nowhere, or `proxyUrl`. */
  readonly proxy: (typeof proxyChoices)[number];
  /** Without name and password; '' while none was written. */
  readonly proxyUrl: string;
  /** The name for a proxy that asks; '' for none. */
  readonly proxyUser: string;
  /** Absolute path of a PEM file of further root certificates; null for none. */
  readonly extraCertificates: string | null;
  readonly mode: (typeof networkModes)[number];
}

/** What a person has chosen; kept in one file in the data folder. */
export interface Preferences {
  readonly language: (typeof languages)[number];
  readonly appearance: (typeof appearances)[number];
  /** Executions the service works on at once. */
  readonly inFlight: number;
  /** Generated images a day over all folders; null for no limit. */
  readonly imagesPerDay: number | null;
  /** min in which a lost request may still be processed by the service. */
  readonly doubtWindow: number;
  /** Absolute path offered for new drop folders; null for none. */
  readonly outFolder: string | null;
  /** Naming template offered for new recipes. */
  readonly naming: string;
  /** Pattern that {sku} is taken by; null for the letters and digits a name begins with. */
  readonly skuPattern: string | null;
  /** Photos of a sudden drop that are taken without a question. */
  readonly askAbove: number;
  /** Stars and picks are written into the delivered files as well. */
  readonly marksInFiles: boolean;
  readonly notifications: boolean;
  /** Work goes on when the window is closed. */
  readonly keepRunning: boolean;
  /** How the last export was asked for; its folder is '' before the first. */
  readonly export: ExportOptions;
  readonly mask: MaskTools;
  readonly network: NetworkPreferences;
  /** Where notifications of the service are listened for. */
  readonly callback: CallbackSettings;
  /** How new versions of Darkslide come. */
  readonly updates: UpdatePreferences;
}

/** What the policy of the computer's administrator says of the settings. */
export interface Managed {
  /** Absolute path of the policy. */
  readonly file: string;
  /** What cannot be changed here: `serviceUrl`, `inFlight`, or one of a group as `network.proxy`. */
  readonly locked: readonly string[];
  /** Most that a person may choose; null for no bound. */
  readonly limits: { readonly imagesPerDay: number | null; readonly inFlight: number | null };
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
  readonly managed: Managed | null;
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
