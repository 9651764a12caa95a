export const queue = {
  'queue.title': 'Queue',
} as const;
