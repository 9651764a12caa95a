/** The photo on which presets are previewed, for as long as the window is open. */
export interface PreviewedPhoto {
  /** Absolute path; '' while none is chosen. */
  path: string;
}

export function previewPhoto(): PreviewedPhoto {
  let path = $state('');
  return {
    get path() {
      return path;
    },
    set path(next) {
      path = next;
    },
  };
}
