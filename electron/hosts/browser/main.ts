const needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write(
    `Darkslide needs Node ${needed} or newer and this is ${process.version}. In a checkout, start it with npm start, which brings its own.\n`,
  );
  process.exitCode = 3;
} else {
  const { keepCompiled } = await import('../../base/compiled.ts');
  keepCompiled(process.env);
  const { start, thisProcess } = await import('./start.ts');
  process.exitCode = await start(process.argv.slice(2), thisProcess(process.env));
}
