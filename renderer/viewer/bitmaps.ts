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
 * Loads and decodes a picture and calls `give` with it, then calls `give` again with the picture and a copy of half its
 * size. The copy is scaled once, in high quality, so that a small view does not flicker and is drawn quickly. Calls
 * `give` with null if the picture can't be loaded.
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
