// Made from shared/texts/en by `npm run texts`.
import type { CostsTexts } from './costs.ts';
import type { ExportTexts } from './export.ts';
import type { FieldsTexts } from './fields.ts';
import type { FinishTexts } from './finish.ts';
import type { FoldersTexts } from './folders.ts';
import type { FrameTexts } from './frame.ts';
import type { LibraryTexts } from './library.ts';
import type { MaskTexts } from './mask.ts';
import type { ModelsTexts } from './models.ts';
import type { PhotoPickerTexts } from './photo-picker.ts';
import type { QueueTexts } from './queue.ts';
import type { RetouchTexts } from './retouch.ts';
import type { SettingNamesTexts } from './setting-names.ts';
import type { SettingsTexts } from './settings.ts';
import type { SlotsTexts } from './slots.ts';
import type { TargetFrameTexts } from './target-frame.ts';
import type { TemplatesTexts } from './templates.ts';
import type { ViewerTexts } from './viewer.ts';

export type WindowTexts = CostsTexts &
  ExportTexts &
  FieldsTexts &
  FinishTexts &
  FoldersTexts &
  FrameTexts &
  LibraryTexts &
  MaskTexts &
  ModelsTexts &
  PhotoPickerTexts &
  QueueTexts &
  RetouchTexts &
  SettingNamesTexts &
  SettingsTexts &
  SlotsTexts &
  TargetFrameTexts &
  TemplatesTexts &
  ViewerTexts;
