import type { Page } from '@playwright/test';

/**
 * Lets no question of this channel through to the studio until the returned function is called. Holds
 * from the next load of the page on.
 */
export async function holdBack(window: Page, channel: string): Promise<() => void> {
  const held: (() => void)[] = [];
  let isHolding = true;
  await window.routeWebSocket(/\/studio$/, (way) => {
    const studio = way.connectToServer();
    way.onMessage((frame) => {
      const pass = () => studio.send(frame);
      if (isHolding && String(frame).includes(`"${channel}"`)) held.push(pass);
      else pass();
    });
  });
  return () => {
    isHolding = false;
    for (const pass of held) pass();
  };
}
