/** How photo and result are shown. */
export const modes = ['photo', 'result', 'split', 'side', 'difference'] as const;
export type Mode = (typeof modes)[number];

/** How many times a difference is strengthened. */
export const gains = ['1', '4', '16'] as const;
export type Gain = (typeof gains)[number];
