import { userInfo } from 'node:os';
import { runProgram, thisProcess } from '#electron/cli/program.ts';

// the command line on a computer whose policy lies at the first argument
const [file = '', ...args] = process.argv.slice(2);
process.exitCode = await runProgram(args, {
  ...thisProcess(process.env),
  policy: { file, owner: userInfo().uid },
});
