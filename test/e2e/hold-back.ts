import type { Page } from '@playwright/test';

/**
 * Makes the page hold back its requests on a channel, except the first `first` ones, until the returned
 * function is called. Takes effect when the page is loaded next.
 */
export async function holdBack(window: Page, channel: string, first = 0): Promise<() => void> {
  const held: (() => void)[] = [];
  let isHolding = true;
  let asked = 0;
  await window.routeWebSocket(/\/studio$/, (way) => {
    const studio = way.connectToServer();
    way.onMessage((frame) => {
      const pass = () => studio.send(frame);
      if (String(frame).includes(`"${channel}"`)) asked += 1;
      else return pass();
      if (isHolding && asked > first) held.push(pass);
      else pass();
    });
  });
  return () => {
    isHolding = false;
    for (const pass of held) pass();
  };
}
