import { catalogue } from './de/catalogue.ts';
import { exports } from './de/export.ts';
import { fields } from './de/fields.ts';
import { folders } from './de/folders.ts';
import { frame } from './de/frame.ts';
import { library } from './de/library.ts';
import { mask } from './de/mask.ts';
import { models } from './de/models.ts';
import { photoPicker } from './de/photo-picker.ts';
import { problems } from './de/problems.ts';
import { queue } from './de/queue.ts';
import { retouch } from './de/retouch.ts';
import { settingNames } from './de/setting-names.ts';
import { settings } from './de/settings.ts';
import { slots } from './de/slots.ts';
import { targetFrame } from './de/target-frame.ts';
import { templates } from './de/templates.ts';
import { viewer } from './de/viewer.ts';
import type { Words } from './words.ts';

/** All German texts of the screens, by view. */
export const de: Words = {
  texts: {
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
  },
  catalogue,
  problems,
};
