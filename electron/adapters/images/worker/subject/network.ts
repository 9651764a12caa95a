import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { InferenceSession } from 'onnxruntime-web';
import type { Rgb } from './guided.ts';

/** Width and height in px of the neural network's input picture. */
export const NETWORK_SIDE = 320;
/** Maximum number of threads; more threads hardly speed up a neural network of this size. */
const MOST_THREADS = 4;
/** Mean and standard deviation of each colour channel in the neural network's training data. */
const means = [0.485, 0.456, 0.406] as const;
const deviations = [0.229, 0.224, 0.225] as const;
/** The most detailed of the neural network's seven outputs. */
const OUTPUT = '1959';
const INPUT = 'input.1';

const models = new URL('../../../../../build-resources/models/', import.meta.url);
let loaded: Promise<InferenceSession> | null = null;
let hasRun = false;

/** Loads the neural network, so that the first subject is found as fast as later ones. */
export async function loadNetwork(): Promise<void> {
  // each run takes seconds of processor time
  if (hasRun) return;
  const size = { width: NETWORK_SIDE, height: NETWORK_SIDE };
  // the first run is slower, because WebAssembly is still being compiled
  await likelySubject({ ...size, data: new Uint8Array(3 * NETWORK_SIDE ** 2) });
}

/**
 * Returns how likely it is that each pixel belongs to the subject, from 0 to 1, row by row.
 * @param picture `NETWORK_SIDE` px wide and high
 */
export async function likelySubject({ data }: Rgb): Promise<Float32Array> {
  // loaded once per process
  loaded ??= load();
  const [network, { Tensor }] = await Promise.all([loaded, import('onnxruntime-web')]);
  const size = NETWORK_SIDE ** 2;
  const brightest = data.reduce((most, value) => Math.max(most, value), 1);
  const input = new Float32Array(3 * size);
  for (let pixel = 0; pixel < size; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const level = data[pixel * 3 + channel]! / brightest;
      input[channel * size + pixel] = (level - means[channel]!) / deviations[channel]!;
    }
  }
  const tensor = new Tensor('float32', input, [1, 3, NETWORK_SIDE, NETWORK_SIDE]);
  const { [OUTPUT]: likely } = await network.run({ [INPUT]: tensor }, [OUTPUT]);
  hasRun = true;
  return likely?.data as Float32Array;
}

async function load(): Promise<InferenceSession> {
  // loaded only when needed, because most image processes never look for a subject
  const { env, InferenceSession: Session } = await import('onnxruntime-web');
  env.wasm.numThreads = Math.min(MOST_THREADS, availableParallelism());
  const { script, binary } = await runtime();
  env.wasm.wasmPaths = { mjs: script.href };
  env.wasm.wasmBinary = binary;
  return Session.create(await readFile(fileURLToPath(new URL('u2netp.onnx', models))));
}

/**
 * Returns ONNX Runtime. The build stores it next to the neural network, and compresses its binary.
 */
async function runtime(): Promise<{ script: URL; binary: Uint8Array<ArrayBuffer> }> {
  const name = 'ort-wasm-simd-threaded';
  if (extname(new URL(import.meta.url).pathname) !== '.ts') {
    const compressed = await readFile(fileURLToPath(new URL(`${name}.wasm.gz`, models)));
    const binary = new Uint8Array(await promisify(gunzip)(compressed));
    return { script: new URL(`${name}.mjs`, models), binary };
  }
  const { resolve } = createRequire(import.meta.url);
  return {
    script: pathToFileURL(resolve(`onnxruntime-web/${name}.mjs`)),
    binary: new Uint8Array(await readFile(resolve(`onnxruntime-web/${name}.wasm`))),
  };
}
