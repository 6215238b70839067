/** What axe finds wrong with the page as it stands. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** "color-contrast at .total, .price" for each violation. In dark colours only the contrast can differ. */
export async function listViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const { violations } = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
  return [...violations.map(describe), ...dark.violations.map((found) => `dark ${describe(found)}`)];
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

function describe({ id, nodes }: Violation): string {
  return `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`;
}
