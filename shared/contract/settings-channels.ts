import * as v from 'valibot';
import { exportBounds, exportFormats, exportProfiles } from '../views/export.ts';
import { setting, type DeclaredSettings } from '../setting.ts';
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
  folder: setting('folder', 'Export folder', text),
  naming: setting('taken', 'Names of exported files', text),
  format: setting('taken', 'Export format', v.picklist(exportFormats)),
  profile: setting('taken', 'Export colour profile', v.picklist(exportProfiles)),
  longSide: setting('taken', 'Export long side', v.nullable(between(...exportBounds.longSide))),
  quality: setting('taken', 'Export quality', between(...exportBounds.quality)),
});

const network = v.strictObject({
  proxy: setting('never', 'Proxy', v.picklist(proxyChoices)),
  proxyUrl: setting('never', 'Proxy address', text),
  proxyUser: setting('never', 'Proxy user name', text),
  extraCertificates: setting('never', 'Root certificates', v.nullable(text)),
  mode: setting('never', 'Network use', v.picklist(networkModes)),
});

const settings = {
  language: setting('taken', 'Language', v.picklist(languages)),
  appearance: setting('taken', 'Appearance', v.picklist(appearances)),
  inFlight: setting('taken', 'Photos at a time', between(...bounds.inFlight)),
  imagesPerDay: setting('taken', 'Daily limit', v.nullable(between(...bounds.imagesPerDay))),
  doubtWindow: setting('never', 'Check after a lost answer', between(...bounds.doubtWindow)),
  outFolder: setting('folder', 'Output folder', v.nullable(text)),
  naming: setting('taken', 'Names of results', text),
  skuPattern: setting('taken', 'Pattern for articles (SKU)', v.nullable(text)),
  askAbove: setting('taken', 'Confirm drops larger than', between(...bounds.askAbove)),
  marksInFiles: setting('taken', 'Write stars and picks into files', v.boolean()),
  notifications: setting('taken', 'Desktop notifications', v.boolean()),
  keepRunning: setting('taken', 'Keep running when the window is closed', v.boolean()),
  export: exportOptions,
  mask: maskToolsSchema,
  network,
  callback: callbackSettings,
  updates: updateSettings,
} satisfies DeclaredSettings;

const preferences = v.partial(v.strictObject(settings));

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
