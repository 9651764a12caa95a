import { exports } from './en/export.ts';
import { fields } from './en/fields.ts';
import { folders } from './en/folders.ts';
import { frame } from './en/frame.ts';
import { library } from './en/library.ts';
import { mask } from './en/mask.ts';
import { models } from './en/models.ts';
import { photoPicker } from './en/photo-picker.ts';
import { queue } from './en/queue.ts';
import { retouch } from './en/retouch.ts';
import { settingNames } from './en/setting-names.ts';
import { settings } from './en/settings.ts';
import { slots } from './en/slots.ts';
import { targetFrame } from './en/target-frame.ts';
import { templates } from './en/templates.ts';
import { viewer } from './en/viewer.ts';

/** All texts of the screens, by view. */
export const en = {
  ...frame,
  ...exports,
  ...fields,
  ...folders,
  ...library,
  ...mask,
  ...models,
  ...photoPicker,
  ...queue,
  ...retouch,
  ...settings,
  ...settingNames,
  ...slots,
  ...targetFrame,
  ...templates,
  ...viewer,
};
