/** What axe finds wrong with what is on the screen. */
import axe from 'axe-core';

/** "color-contrast at .total, .price" for each violation. */
export async function listViolations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'target-size': { enabled: true } },
  });
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`,
  );
}
