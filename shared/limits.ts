/** The limits that the service documents (interface: "Limits"). */
const MB = 1_000_000;

/** Image upload: each side greater than 512 px, aspect ratio less than 2, at most 10M. */
export const uploadLimits = {
  formats: ['png', 'jpeg', 'webp'],
  /** px; both sides must be greater than this. */
  sideAbove: 512,
  /** The long side divided by the short side must be less than this. */
  aspectBelow: 2,
  /** bytes; "10M" is read as decimal megabytes, because files of that size also meet the larger binary limit. */
  bytes: 10 * MB,
} as const;

/** Custom models (interface: "Own model (aimodel)"): at most 4 images of at most 5M each, 1000 models per account. */
export const customModelLimits = { images: 4, bytes: 5 * MB, perAccount: 1000 } as const;

/**
 * Custom scenes (interface: "Own scene (aimodel)"): both sides at least 512 px, at most 10M, 1000 scenes per account.
 */
export const customSceneLimits = { sideAtLeast: 512, bytes: 10 * MB, perAccount: 1000 } as const;

export const taskNameLength = 20;

/** Maximum number of executions that a query by taskId lists; the service lists the most recent ones. */
export const executionsListed = 20;

export const infoPage = { page: 1, pageSize: 50, pageSizeMax: 100 } as const;

/** Number of times that the service repeats a notification that is not acknowledged. */
export const callbackRetries = 2;

/**
 * Maximum bytes of an answer or a notification. This is Darkslide's own limit, because the interface has none. It is
 * large, because answers and notifications repeat the submitted data, such as a mask in base64.
 */
export const longestAnswer = 64 * 1024 * 1024;
