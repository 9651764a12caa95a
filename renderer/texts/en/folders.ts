export const folders = {
  'folders.title': 'Drop folders',
} as const;
