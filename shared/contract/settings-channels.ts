import * as v from 'valibot';
import { exportBounds, exportFormats, exportProfiles } from '../views/export.ts';
import { maskToolsSchema } from '../views/mask-tools.ts';
import type {
  ConnectionTest,
  LogEntry,
  Settings,
  SettingsImport,
  SystemProxy,
} from '../views/settings.ts';
import {
  appearances,
  languages,
  networkModes,
  preferenceBounds as bounds,
  proxyChoices,
} from '../views/settings.ts';
import { callbackSettings } from './callback-channels.ts';
import { command, query } from './channel.ts';
import { between, none, PAGE, text } from './schemas.ts';
import { updateSettings } from './updates-channels.ts';

/** Characters of a file of settings. */
const LONGEST_FILE = 1_000_000;

export const exportOptions = v.strictObject({
  folder: text,
  naming: text,
  format: v.picklist(exportFormats),
  profile: v.picklist(exportProfiles),
  longSide: v.nullable(between(...exportBounds.longSide)),
  quality: between(...exportBounds.quality),
});

const network = v.strictObject({
  proxy: v.picklist(proxyChoices),
  proxyUrl: text,
  proxyUser: text,
  extraCertificates: v.nullable(text),
  mode: v.picklist(networkModes),
});

const preferences = v.partial(
  v.strictObject({
    language: v.picklist(languages),
    appearance: v.picklist(appearances),
    inFlight: between(...bounds.inFlight),
    imagesPerDay: v.nullable(between(...bounds.imagesPerDay)),
    doubtWindow: between(...bounds.doubtWindow),
    outFolder: v.nullable(text),
    naming: text,
    skuPattern: v.nullable(text),
    askAbove: between(...bounds.askAbove),
    marksInFiles: v.boolean(),
    notifications: v.boolean(),
    keepRunning: v.boolean(),
    export: exportOptions,
    mask: maskToolsSchema,
    network,
    callback: callbackSettings,
    updates: updateSettings,
  }),
);

/** The room Settings, with the log and what is sent to support. */
export const settingsChannels = {
  'settings.get': query(none).returns<Settings>(),
  'settings.change': command(v.strictObject({ preferences })).returns<Settings>(),
  /** `key` null tests with the key that is kept. */
  'settings.test': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<ConnectionTest>(),
  /** Works with this service from now on; jobs of the demo service stay in its own ledger. */
  'settings.connect': command(
    v.strictObject({ url: text, key: v.nullable(text) }),
  ).returns<Settings>(),
  /**
   * `password` for the proxy that is named by hand, or the one of the system's that was shown; null
   * leaves the one that is kept, '' forgets it.
   */
  'settings.network': command(
    v.strictObject({
      network,
      password: v.nullable(v.strictObject({ text, systemProxy: v.nullable(text) })),
    }),
  ).returns<Settings>(),
  /** The one that asked last for a name and password that it takes, else that on the way to the service. */
  'settings.system-proxy': query(none).returns<SystemProxy>(),
  'settings.disconnect': command(none).returns<Settings>(),
  /** What a person has chosen, the address of the service and the saved recipes, as a file's text; no key. */
  'settings.export': query(none).returns<string>(),
  'settings.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<SettingsImport>(),
  'log.page': query(
    v.strictObject({ least: v.picklist(['info', 'warn', 'error']), limit: between(1, PAGE) }),
  ).returns<readonly LogEntry[]>(),
  /** Text to send to support: versions, settings, counts and log, without keys and private paths. */
  'diagnostics.get': query(none).returns<string>(),
} as const;
