import type { StartHelper } from '#electron/base/helper.ts';
import { startNode } from '#electron/images/start-node.ts';
import { busily } from './settled.ts';

/** Starts a helper process; no time passes while it works on what it was asked. */
export const startBusily: StartHelper = (modulePath, args) => {
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
};
