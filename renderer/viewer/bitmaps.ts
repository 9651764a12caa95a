/** Fetches a picture's file; null if it is unavailable. */
async function fetchBlob(address: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}

/** Fetches and decodes a picture; null if either fails. */
export async function fetchBitmap(
  address: string,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  const blob = await fetchBlob(address, signal);
  return blob === null ? null : createImageBitmap(blob).catch(() => null);
}

/**
 * Calls `give` with a picture after it is decoded, then again with the picture and a version of half its
 * size. The half is scaled only once, in high quality, so that a small view neither flickers nor takes longer
 * to draw than a large one. Calls `give` with null if the picture cannot be loaded.
 */
export async function loadProxies(
  address: string,
  signal: AbortSignal,
  give: (proxies: readonly ImageBitmap[] | null) => void,
): Promise<void> {
  const blob = await fetchBlob(address, signal);
  const proxy = blob === null ? null : await createImageBitmap(blob).catch(() => null);
  if (signal.aborted) return proxy?.close();
  if (blob === null || proxy === null) return give(null);
  give([proxy]);
  const half = await createImageBitmap(blob, {
    resizeWidth: Math.ceil(proxy.width / 2),
    resizeQuality: 'high',
  }).catch(() => null);
  if (half === null) return;
  if (signal.aborted) return half.close();
  give([proxy, half]);
}
