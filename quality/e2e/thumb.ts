/** A phone in one hand: taps what is in sight, and swipes to what is not. Counts both; typing counts as neither. */
import { expect, type Locator } from '@playwright/test';

/** A swipe scrolls this much of what scrolls. */
const SWIPE = 0.7;
const MOST_SWIPES = 30;

export type Thumb = {
  taps: number;
  swipes: number;
  /** Taps the target, after as many swipes as bring it into sight. */
  tap: (target: Locator) => Promise<void>;
  /** Looks further down the list that the target is in. */
  browse: (target: Locator) => Promise<void>;
  /** The keyboard's own key for the next field: no tap on the page. */
  next: (field: Locator, text: string) => Promise<void>;
};

export function startThumb(): Thumb {
  const thumb: Thumb = { taps: 0, swipes: 0, tap, browse, next };

  async function tap(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    for (let swipes = 0; swipes < MOST_SWIPES; swipes += 1) {
      const way = await target.evaluate(wayToSight);
      if (way === 0) break;
      await swipe(target, way);
    }
    expect(await target.evaluate(wayToSight), 'the target cannot be swiped into sight').toBe(0);
    thumb.taps += 1;
    await target.tap();
  }

  async function browse(target: Locator): Promise<void> {
    await swipe(target, 1);
  }

  async function next(field: Locator, text: string): Promise<void> {
    await field.focus();
    await field.fill(text);
  }

  async function swipe(target: Locator, way: number): Promise<void> {
    thumb.swipes += 1;
    await target.evaluate(scrollTowards, { way, part: SWIPE });
  }

  return thumb;
}

/** 0: a finger on its middle would hit it; otherwise down (1) or up (-1). */
function wayToSight(element: Element): -1 | 0 | 1 {
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  const hit = document.elementFromPoint(left + width / 2, middle);
  if (hit && (element.contains(hit) || hit.contains(element))) {
    const label = element.closest('label');
    if (element.contains(hit) || label?.contains(hit)) return 0;
  }
  return middle > window.innerHeight / 2 ? 1 : -1;
}

function scrollTowards(element: Element, { way, part }: { way: number; part: number }): void {
  let scroller: Element | null = element.parentElement;
  while (scroller && !canScroll(scroller)) scroller = scroller.parentElement;
  const moved = scroller ?? document.documentElement;
  moved.scrollBy({ top: way * part * moved.clientHeight, behavior: 'instant' });

  function canScroll(box: Element): boolean {
    return (
      /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight
    );
  }
}
