import type { folders as english } from '../en/folders.ts';

export const folders: Record<keyof typeof english, string> = {
  'folders.title': '投放文件夹',
};
