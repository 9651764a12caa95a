/** Sample texts that must not break a layout: names as long as file systems allow, in both writing directions. */
export const longName = `Lookbook autumn winter ${'very-long-name_'.repeat(10)}.tif`;
export const rightToLeft = 'صورة المنتج الجديد 2026.jpg';
export const longText =
  'Photos added to these folders are processed automatically, even when this window is closed, and their results go to the matching subfolders of the output folder that you chose for this hot folder.';

/** Path of the policy that manages a setting. */
export const policy = '/etc/darkslide/policy.json';
