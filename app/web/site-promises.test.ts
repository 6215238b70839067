/** Prices on the pages match what we charge: no basket costs more than a page has said. */
import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { deliveryModeOf } from '#areas/order-book/rules/meal-dates.ts';
import { priceOrder } from '#areas/order-book/rules/order-pricing.ts';
import { indexedPaths } from './entry-server.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { lunch, render } from './test-pages.ts';

const MENU: MealReply[] = ['12.49', '13.99', '14.99', '15.99', '17.49'].map((price, index) => ({
  ...lunch,
  id: index + 1,
  name: `Meal ${index + 1}`,
  price,
  mealType: index % 2 === 0 ? 'lunch' : 'dinner',
}));
const DATES = ['2026-01-13', '2026-01-14', '2026-01-15', '2026-01-16'] as const;

function centsAfter(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  const cents = found === undefined ? null : parseAmount(found);
  if (cents === null) throw new Error(`the page does not say ${pattern.source}`);
  return cents;
}

/** Baskets of up to three people with up to ten meals each. */
const baskets = array(
  record({
    personName: constantFrom('Ada', 'Ben', 'Chi'),
    deliveryDate: constantFrom(...DATES),
    meal: integer({ min: 0, max: MENU.length - 1 }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('what a visitor reads is what a customer pays', () => {
  let cardPrices: number[];
  let dailyFee: number;
  let weeklyFee: number;
  let tiers: { from: number; to: number; cents: number; claim: string }[];

  beforeAll(async () => {
    const menu = await render(paths.menu(), { meals: MENU });
    cardPrices = MENU.map(({ name }) =>
      centsAfter(menu.text, new RegExp(`${name} \\$(\\d+\\.\\d\\d)`)),
    );
    const how = await render(paths.howItWorks(), { meals: MENU });
    dailyFee = centsAfter(how.text, /\$(\d+\.\d\d) per person per delivery date/);
    weeklyFee = centsAfter(how.text, /\$(\d+\.\d\d) per person(?! per)/);
    const landing = await render(paths.landing(), { meals: MENU });
    tiers = [
      ...landing.text.matchAll(
        /(\d+)(?:-(\d+)|\+) meals a week \$(\d+\.\d\d) per meal (at most|on average|for the meals)/g,
      ),
    ].map(([, from, to, price, claim]) => ({
      from: Number(from),
      to: to === undefined ? Infinity : Number(to),
      cents: parseAmount(price ?? '') ?? Number.NaN,
      claim: claim ?? '',
    }));
    expect(tiers).toHaveLength(defaultBusiness.advertisedTiers.length);
  });

  test('meals cost what their cards say, and delivery what the pages say', () => {
    assert(
      property(baskets, constantFrom('daily', 'weekly'), (basket, deliveryType) => {
        const items = basket.map(({ meal, ...item }) => ({
          ...item,
          priceCents: parseAmount(MENU[meal]?.price ?? '') ?? 0,
        }));
        const charged = priceOrder(
          { items, deliveryType, isFirstWaitlistOrder: false },
          defaultBusiness,
        );
        const people = new Set(basket.map(({ personName }) => personName)).size;
        const deliveries = new Set(basket.map((item) => item.personName + item.deliveryDate)).size;
        const shown = basket.reduce((sum, { meal }) => sum + (cardPrices[meal] ?? 0), 0);
        expect(charged.subtotalCents).toBe(shown);
        expect(charged.deliveryFeeCents).toBe(
          deliveryType === 'daily' ? deliveries * dailyFee : people * weeklyFee,
        );
        expect(charged.totalCents).toBe(charged.subtotalCents + charged.deliveryFeeCents);
      }),
    );
  });

  test('a tier of the landing page is kept by every basket that it speaks of', () => {
    const dearest = Math.max(...cardPrices);
    const average = cardPrices.reduce((sum, cents) => sum + cents, 0) / cardPrices.length;
    for (const { cents, claim } of tiers) {
      if (claim === 'at most') expect(dearest).toBeLessThanOrEqual(cents);
      else if (claim === 'on average') expect(Math.round(average)).toBeLessThanOrEqual(cents);
      else expect(Math.min(...cardPrices)).toBeLessThanOrEqual(cents);
    }
  });

  test('daily delivery is open to whom the pages say', async () => {
    const { text } = await render(paths.howItWorks());
    const fewest = Number(/when everyone with meals has (\d+) or more/.exec(text)?.[1]);
    expect(deliveryModeOf([fewest], defaultBusiness)).toBe('choice');
    expect(deliveryModeOf([fewest - 1], defaultBusiness)).toBe('weekly');
  });

  test('free delivery is mentioned where we apply it, and nowhere else', async () => {
    const never = { waitlistFirstOrderFree: false, freeDeliveryFromMeals: null };
    const item = { personName: 'Ada', deliveryDate: DATES[0], priceCents: 1499 };
    const order = { items: [item], deliveryType: 'weekly', isFirstWaitlistOrder: true } as const;
    expect(priceOrder(order, defaultBusiness).deliveryFeeCents).toBe(0);
    expect((await render(paths.landing())).text).toMatch(/free delivery/i);
    expect(priceOrder(order, { ...defaultBusiness, ...never }).deliveryFeeCents).toBe(599);
    for (const url of indexedPaths) {
      const { text } = await render(url, { business: never });
      expect(text, url).not.toMatch(/free delivery|delivered free|delivery is free/i);
    }
  });
});

test('no page shows a number that is no longer in the business facts', async () => {
  const others: Partial<BusinessFacts> = {
    phone: '(07) 5550 9999',
    email: 'hello@another.example',
    suburbs: defaultBusiness.suburbs.slice(0, 3),
    cutoff: { weekday: 3, minuteOfDay: 18 * 60 + 30 },
    people: { min: 1, max: 4 },
    dailyFeeCents: 333,
    weeklyFeeCents: 777,
    dailyFromMeals: 7,
    advertisedTiers: [{ fromMeals: 1, toMeals: null, priceCents: 2222 }],
    holdMinutes: 25,
    keepsFreshDays: 6,
    menuUpdateWeekday: 4,
    supportReplyHours: 48,
    launchDate: '2027-02-03',
  };
  const gone =
    /\(07\) 5550 0164|hello@redlands|\b12 (mainland|suburbs|Redlands)|Wellington|Sunday|\b5pm|\b6 people|\$2\.99|\$5\.99|\b5 meals or more|\$19\.99|\$17\.99|\b15 minutes|2-3 days|more than 3 days|24 hours|July/;
  expect((await render(paths.landing())).text).toMatch(gone);
  for (const url of indexedPaths) {
    const { text } = await render(url, { business: others });
    expect(gone.exec(text)?.[0], url).toBeUndefined();
  }
});
