/** The photo on which presets are previewed; kept until the window closes. */
export interface PreviewedPhoto {
  /** Absolute path; '' if no photo is chosen. */
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
