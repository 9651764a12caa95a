import { cp } from 'node:fs/promises';
import { builtScreens } from '#electron/hosts/contract/screens.ts';
import { buildProgram } from '../../build-resources/build-program.ts';

/**
 * Does the same as `npm run build FOLDER`, but copies the screens that were already built
 * (`test/fixtures/before-built.ts`).
 */
const [target = ''] = process.argv.slice(2);

await buildProgram(target, (folder) => cp(builtScreens, folder, { recursive: true }));
