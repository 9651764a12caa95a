import { catalogue } from './zh-CN/catalogue.ts';
import { exports } from './zh-CN/export.ts';
import { fields } from './zh-CN/fields.ts';
import { folders } from './zh-CN/folders.ts';
import { frame } from './zh-CN/frame.ts';
import { library } from './zh-CN/library.ts';
import { mask } from './zh-CN/mask.ts';
import { models } from './zh-CN/models.ts';
import { photoPicker } from './zh-CN/photo-picker.ts';
import { problems } from './zh-CN/problems.ts';
import { queue } from './zh-CN/queue.ts';
import { retouch } from './zh-CN/retouch.ts';
import { settingNames } from './zh-CN/setting-names.ts';
import { settings } from './zh-CN/settings.ts';
import { slots } from './zh-CN/slots.ts';
import { targetFrame } from './zh-CN/target-frame.ts';
import { templates } from './zh-CN/templates.ts';
import { viewer } from './zh-CN/viewer.ts';
import type { Words } from './words.ts';

/** All Simplified Chinese texts of the screens, by view. */
export const zhCN: Words = {
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
