import { setFlagsFromString } from 'node:v8';
import { openPort } from '../parent-port.ts';
import type { ProcessAnswer } from './process.ts';
import { startThread } from './thread.ts';

// A start would spend two thirds of its processor time on optimising Perl, although most processes
// only run a few commands. Must be set before Perl is compiled.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

/**
 * The process that runs ExifTool without Perl: answers one command at a time until the main process
 * disconnects.
 */
const port = openPort(() => process.exit(0));
const [program = '', ...args] = process.argv.slice(2);
const thread = startThread(program, args);

port.onMessage((message) => void answer(String(message)));

async function answer(command: string): Promise<void> {
  try {
    const { stdout, stderr } = await (await thread).run(command);
    port.send({ stdout, stderr } satisfies ProcessAnswer);
  } catch (error) {
    port.send({ failed: String(error) } satisfies ProcessAnswer);
    process.exitCode = 1;
  }
}
