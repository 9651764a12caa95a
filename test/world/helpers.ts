import type { ExiftoolOptions, OpenTool } from '#electron/base/exiftool/open.ts';
import type { HelperProcess, StartHelper } from '#electron/base/helper.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { startWarm } from '../fixtures/warm-helpers.ts';
import { busily } from './settled.ts';

/** Starts a helper process; no virtual time passes while the process works on a request. */
export const startBusily: StartHelper = Object.assign(startBusilyHelper, {
  openExiftool: async (options: ExiftoolOptions) => {
    const tool = await busily(startWarm.openExiftool(options));
    return {
      readRaw: (...given: Parameters<OpenTool['readRaw']>) => busily(tool.readRaw(...given)),
      write: (...given: Parameters<OpenTool['write']>) => busily(tool.write(...given)),
      end: () => tool.end(),
    };
  },
});

function startBusilyHelper(modulePath: string, args?: readonly string[]): HelperProcess {
  const helper = startNode(modulePath, args);
  const answers: (() => void)[] = [];
  helper.onMessage(() => answers.shift()?.());
  helper.onExit(() => {
    for (const answered of answers.splice(0)) answered();
  });
  return {
    ...helper,
    send(message) {
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(resolve);
      void busily(promise);
      helper.send(message);
    },
  };
}
