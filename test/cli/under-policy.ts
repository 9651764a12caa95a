import { userInfo } from 'node:os';
import { runProgram } from '#electron/cli/program.ts';

// the command line on a computer whose policy lies at the first argument
const [file = '', ...args] = process.argv.slice(2);
process.exitCode = await runProgram(args, process.env, undefined, { file, owner: userInfo().uid });
