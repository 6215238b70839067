/** Whatever the day on which the demo is started, and wherever the kitchen is. */
import { expect, test } from 'vitest';
import { type BusinessFacts, defaultBusiness } from '#domain/business.ts';
import { kitchenInHobart } from '#quality/support/a-kitchen-in-hobart.ts';
import { countDemo, expectTrueBooks, withDemo } from '#quality/support/demo/the-demo.ts';

/** The demo is for a database without orders, made for the windows that such a kitchen starts with. */
const { deliveryWindows, defaultWindow, closedDates } = defaultBusiness;

type Start = { when: string; now: string; business?: BusinessFacts };

const STARTS: Start[] = [
  { when: 'on Monday morning, past the cutoff', now: '2026-11-23T09:30:00+10:00' },
  { when: 'on Sunday, a second before the cutoff', now: '2026-11-22T16:59:59+10:00' },
  { when: 'on Sunday, at the cutoff', now: '2026-11-22T17:00:00+10:00' },
  {
    when: 'in Hobart, on the day that daylight saving begins',
    now: '2026-10-04T10:00:00+11:00',
    business: {
      ...kitchenInHobart,
      launchDate: '2025-07-15',
      deliveryWindows,
      defaultWindow,
      closedDates,
    },
  },
];

test.for(STARTS)(
  '$when the demo has something of everything, and its books agree',
  { timeout: 240_000 },
  async ({ now, business }) => {
    await withDemo({ now, ...(business && { business }) }, async (t) => {
      await countDemo(t);
      await expectTrueBooks(t);
      if (business) expect((await t.context.site.current()).business.name).toBe(business.name);
    });
  },
);
