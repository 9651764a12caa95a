/** Lower-case letters, digits and hyphens, so that the name can also be a file name. */
const form = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longest = 60;

/** Returns whether a text can be the name of a preset. */
export function isPresetName(text: string): boolean {
  return text.length <= longest && form.test(text);
}
