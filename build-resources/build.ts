import { fileURLToPath } from 'node:url';
import { buildProgram, buildScreens } from './build-program.ts';

/** `npm run build [FOLDER]`: builds the program into dist/ or FOLDER. */
const dist = fileURLToPath(new URL('../dist', import.meta.url));

await buildProgram(process.argv[2] ?? dist, buildScreens);
