/** What axe finds wrong with what is on the screen. */
import axe from 'axe-core';

const LONGEST_FADE_MS = 1000;

/** "color-contrast at .total, .price" for each violation. */
export async function listViolations(): Promise<string[]> {
  await standStill();
  // What these cover can be scrolled away from under them.
  const bars = document.querySelectorAll<HTMLElement>('[data-bar], .sticky');
  for (const { style } of bars) style.position = 'static';
  const { violations } = await axe.run(document.body, {
    rules: { 'target-size': { enabled: true } },
  });
  for (const { style } of bars) style.position = '';
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`,
  );
}

/** What fades in has too little contrast until it is there: a toast, say. What waits longer than that is not shown yet. */
async function standStill(): Promise<void> {
  const fading = document.getAnimations().filter(({ effect, currentTime }) => {
    const end = effect?.getComputedTiming().endTime ?? 0;
    return Number(end) - Number(currentTime) < LONGEST_FADE_MS;
  });
  await Promise.allSettled(fading.map(({ finished }) => finished));
}
