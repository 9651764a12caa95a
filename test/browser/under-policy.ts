import { userInfo } from 'node:os';
import { start, thisProcess } from '#electron/browser/start.ts';

// the page host on a computer whose policy lies at the first argument
const [file = '', ...args] = process.argv.slice(2);
process.exitCode = await start(args, thisProcess(process.env, { file, owner: userInfo().uid }));
