/** Whatever the day on which the demo is started, and wherever the kitchen is. */
import { expect, test } from 'vitest';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { kitchenInHobart } from '#quality/support/a-kitchen-in-hobart.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { seedDemo } from '#app/server/seed-demo.ts';
import { startTestApp } from '#quality/support/test-app.ts';
import { countDemo, expectTrueBooks, withDemo } from '#quality/support/demo/the-demo.ts';

/** Open for business long before the story begins. */
const inHobart: BusinessFacts = { ...kitchenInHobart, launchDate: '2025-07-15' };

type Start = { when: string; now: string; business?: BusinessFacts; isDayOff?: boolean };

const STARTS: Start[] = [
  { when: 'on Monday morning, past the cutoff', now: '2026-11-23T09:30:00+10:00' },
  { when: 'on Sunday, a second before the cutoff', now: '2026-11-22T16:59:59+10:00' },
  { when: 'on Sunday, at the cutoff', now: '2026-11-22T17:00:00+10:00' },
  {
    when: 'in Hobart, on a Wednesday before the cutoff of Thursday noon',
    now: '2026-11-25T10:00:00+11:00',
    business: inHobart,
  },
  {
    when: 'in Hobart, on the Sunday without deliveries on which daylight saving begins',
    now: '2026-10-04T10:00:00+11:00',
    business: inHobart,
    isDayOff: true,
  },
  {
    when: 'in Hobart, on the morning after daylight saving ends, for small families',
    now: '2027-04-05T07:30:00+10:00',
    business: {
      ...inHobart,
      people: { min: 1, max: 2 },
      caloriePlans: [1400, 2000],
      defaultCaloriePlan: 1400,
      slotCapacity: { default: 12, min: 0, max: 100 },
    },
  },
  { when: 'on a leap day', now: '2028-02-29T12:00:00+10:00' },
];

test.for(STARTS)(
  '$when the demo has something of everything, and its books agree',
  { timeout: 240_000 },
  async ({ now, business, isDayOff = false }) => {
    await withDemo({ now, ...(business && { business }) }, async (t) => {
      await countDemo(t, { isDayOff });
      await expectTrueBooks(t);
      if (business) expect((await t.context.site.current()).business.name).toBe(business.name);
    });
  },
);

test.for([
  {
    what: 'without a delivery day in the open week',
    change: {
      deliveryWindows: [kitchenInHobart.deliveryWindows[2]!],
      defaultWindow: '09:30-12:00',
      closures: [{ from: '2026-12-05', until: '2026-12-05', reason: 'Off' }],
    },
    needs: 'a day with deliveries in the week from Mon 30 Nov 2026',
  },
  {
    what: 'with hardly any places',
    change: { slotCapacity: { default: 1, min: 0, max: 100 } },
    needs: '20 deliveries in the week from Mon 16 Nov 2026, and your windows have 11 places',
  },
] as const)(
  'a kitchen $what is refused the demo, which says what it needs',
  async ({ change, needs }) => {
    const t = await startTestApp({ business: { ...inHobart, ...change } as BusinessFacts });
    try {
      t.setNow('2026-11-25T10:00:00+11:00');
      const played = seedDemo(t.context, { sandbox: t.sandbox, owner: null });
      await expect(played).rejects.toThrow(needs);
      expect(await t.context.db.$count(orders)).toBe(0);
    } finally {
      await t.close();
    }
  },
);
