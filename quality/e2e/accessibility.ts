/** axe's findings for the current page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A toast may be fading during a check; real faults appear in every check. */
const LOOKS = 3;

/** "color-contrast at .total, .price" for each violation. Only contrast can differ in dark colours. */
export async function listPageViolations(page: Page): Promise<string[]> {
  let found: string[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    found = await lookOnce(page);
    if (found.length === 0) break;
  }
  return found;
}

/** A page or an email shown within another lets no script in, axe's neither, and says so; it is looked at by itself. */
const SHOWN_WITHIN = 'iframe[sandbox]';

async function lookOnce(page: Page): Promise<string[]> {
  await changeColours(page, 'light');
  const light = await axeIn(page)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  await changeColours(page, 'dark');
  const dark = await axeIn(page).withRules(['color-contrast']).analyze();
  return [
    ...light.violations.map(describe),
    ...dark.violations.map((violation) => `dark ${describe(violation)}`),
  ];
}

/** In the page itself: the other mode opens a blank page beside it for every look. */
function axeIn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().exclude(SHOWN_WITHIN);
}

/** Waits for transitions, which would otherwise be checked half way. */
async function changeColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

function describe({ id, nodes }: Violation): string {
  return `${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`;
}
