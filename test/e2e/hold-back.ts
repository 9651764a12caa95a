import type { Page } from '@playwright/test';

/**
 * Lets no question of this channel through to the studio until the returned function is called, but for
 * the first ones, of which there are so many. Holds from the next load of the page on.
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
