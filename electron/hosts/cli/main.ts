#!/usr/bin/env node
const needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Darkslide needs Node ${needed} or newer; this is ${process.version}. In a checkout, use npm start or npm run darkslide, which include the right version.\n`,
  );
  process.exitCode = 3;
} else {
  const { keepCompiled } = await import('../../base/compiled.ts');
  keepCompiled(process.env);
  const { runProgram, thisProcess } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv.slice(2), thisProcess(process.env));
}
