const needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Darkslide needs Node ${needed} or newer; this is ${process.version}. In a checkout, use npm start, which includes the right version.\n`,
  );
  process.exitCode = 3;
} else {
  const { keepCompiled } = await import('../../base/compiled.ts');
  keepCompiled(process.env);
  const { start, thisProcess } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2), thisProcess(process.env));
}
