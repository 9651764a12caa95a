/**
 * Variables that the image process and its ExifTool need. All other variables are withheld, above
 * all the API key and NODE_OPTIONS, which a debugger may set.
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

/** Returns the environment of a helper process. */
export function helperEnvironment(): Record<string, string> {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    // by default, glibc creates one memory arena per thread and never returns memory to the system
    MALLOC_ARENA_MAX: '2',
    UV_THREADPOOL_SIZE: '2',
  };
}
