import { onTestFinished, vi } from 'vitest';

/**
 * Records the files that the page saves until the test ends, with their names. The browser does not download them, and
 * clicks on all links do nothing.
 */
export function recordDownloads(): readonly (readonly [name: string, content: Blob])[] {
  const saved: [string, Blob][] = [];
  let last = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return '#';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, last]);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return saved;
}
