import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** The view that was open when Darkslide restarted into a new version. */
const place = v.object({
  isShown: v.boolean(),
  hash: v.pipe(v.string(), v.regex(/^(?:#\/[\x21-\x7e]{0,2000})?$/u)),
});
export type ResumedView = v.InferOutput<typeof place>;

const FILE = 'after-update.json';

/** Saves the view for the next start. Ignores failures, because the user can easily open the view again. */
export function remember(folder: string, address: string | null): void {
  const hash = address === null ? '' : (URL.parse(address)?.hash ?? '');
  try {
    rmSync(join(folder, FILE), { force: true });
    const text = JSON.stringify({ isShown: address !== null, hash });
    writeFileSync(join(folder, FILE), text, { flag: 'wx' });
  } catch {
    // Without the saved view, the next start opens the default view.
  }
}

/** Returns the saved view and deletes it; null if this start doesn't follow an update. */
export function resumed(folder: string): ResumedView | null {
  try {
    const text = readFileSync(join(folder, FILE), 'utf8');
    rmSync(join(folder, FILE));
    return v.parse(place, JSON.parse(text));
  } catch {
    return null;
  }
}
