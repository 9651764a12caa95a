import { openPort } from '../parent-port.ts';
import type { ProcessAnswer } from './process.ts';
import { startThread } from './thread.ts';

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
