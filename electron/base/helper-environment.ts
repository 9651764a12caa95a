/**
 * What the image process and the ExifTool inside it need to run. Everything else stays out of it, the
 * API key and a debugger's NODE_OPTIONS first of all.
 */
const passedOn = [
  'PATH',
  'Path',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'windir',
  'PATHEXT',
  'ComSpec',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
];

/** The environment a helper process gets. */
export function helperEnvironment(): Record<string, string> {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    // glibc keeps an arena a thread and returns none of them
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
  };
}
