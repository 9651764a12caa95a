import { fileURLToPath } from 'node:url';
import { buildProgram, buildScreens } from './build-program.ts';

/** `npm run build [FOLDER]`: all that runs, in dist/ (or FOLDER). */
const dist = fileURLToPath(new URL('../dist', import.meta.url));

await buildProgram(process.argv[2] ?? dist, buildScreens);
