import { EventEmitter } from 'node:events';

/** The port that Electron sets up before it runs the script of a utility process. */
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
process.on('disconnect', () => process.exit());
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.argv.splice(1, 1);
await import(process.argv[1] ?? '');
