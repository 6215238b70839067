/** What axe finds wrong with what is on the screen. */
import axe from 'axe-core';

/** "color-contrast at .total, .price" for each violation. */
export async function listViolations(): Promise<string[]> {
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
