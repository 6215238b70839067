/**
 * A paid order keeps what it was sold by, whichever business fact has changed since: what a correction does not touch is not
 * checked again.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { type BusinessFacts, defaultBusiness, FACT_NAMES } from '#areas/business/rules/facts.ts';
import { judgeFacts } from '#areas/business/server/load-business.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, checkOut, day, menuOf, priced } from '#quality/support/an-order.ts';
import { renewSite } from '#quality/support/empty-business.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** `refuses`: the order below, if it is new. A fact without a line does not compile. */
type Change<Value> = { to: Value; refuses: boolean };

const refuses = <Value>(to: Value): Change<Value> => ({ to, refuses: true });
const lets = <Value>(to: Value): Change<Value> => ({ to, refuses: false });

const CHANGES: { [Fact in keyof BusinessFacts]: Change<BusinessFacts[Fact]> } = {
  suburbs: refuses([{ name: 'Mt Cotton', postcode: '4165' }]),
  formerSuburbs: lets(['Ipswich']),
  timeZone: lets('Australia/Sydney'),
  orderWeekStart: refuses(4),
  cutoff: refuses({ weekday: 3, minuteOfDay: 0 }),
  graceAfterCutoffMinutes: lets(0),
  deliveryWindows: refuses([
    { timeSlot: '11:00-13:00', label: null, weekdays: [6] },
    { timeSlot: '16:00-18:00', label: null, weekdays: [6] },
  ]),
  defaultWindow: lets('16:00-18:00'),
  closures: refuses([{ from: day(0), until: day(2), reason: 'Holiday' }]),
  kitchenHours: lets([{ weekday: 1, fromMinute: 600, untilMinute: 900 }]),
  packBeforeMinutes: lets(30),
  equipment: lets([{ name: 'oven', count: 2 }]),
  cooks: lets(2),
  receivingCents: lets(2000),
  launchDate: refuses('2026-02-01'),
  lastOrderDate: refuses('2026-01-06'),
  ordersOpen: refuses(false),
  menuUpdateWeekday: lets(3),
  showNextWeek: lets(true),
  services: refuses([{ type: 'dinner', name: 'dinner', plural: 'dinners' }]),
  deliveryTypes: refuses(['weekly']),
  dailyFeeCents: refuses(399),
  weeklyFeeCents: lets(799),
  dailyFromMeals: refuses(7),
  freeDeliveryFromMeals: refuses(1),
  taxCents: refuses(100),
  people: refuses({ min: 1, max: 1 }),
  slotCapacity: lets({ default: 1, min: 1, max: 1 }),
  name: lets('Derwent Kitchen'),
  tagline: lets('Dinners from the river.'),
  logo: lets({ hash: 'a'.repeat(32), width: 288, height: 96 }),
  accentColour: lets('#7a1f3d'),
  aboutStory: lets('Two sisters and a wood stove.'),
  aboutPhoto: lets(`/images/meals/${'a'.repeat(32)}-640.webp`),
  aboutCooks: lets([{ name: 'Asha', role: 'Chef', line: '', photo: null }]),
  phone: lets('(03) 5550 1234'),
  email: lets('hello@derwentkitchen.example'),
  premises: lets('2 Example Lane, Sandy Bay TAS 7005'),
  orderPrefix: lets('DK'),
  gstRegistered: lets(true),
  abn: lets('51 824 753 556'),
  supportReplyHours: lets(48),
  problemReplyHours: lets(48),
  copyrightYear: lets(2026),
  location: lets('Hobart, Tasmania'),
  region: lets({ ...defaultBusiness.region, shortName: 'Bayside' }),
  advertisedTiers: lets([{ fromMeals: 1, toMeals: null, priceCents: 2500 }]),
  caloriePlans: lets([1300, 1600]),
  defaultCaloriePlan: lets(1300),
  holdMinutes: lets(20),
  holdExtensionMinutes: lets(5),
  holdExtendableMinutes: lets(4),
  phoneHoldMinutes: lets(60),
  fewPlacesLeft: lets(1),
  portionsPerBag: lets(4),
  runStartsEarlyMinutes: lets(30),
  labelStock: lets('roll_58'),
  keepsFreshDays: lets(1),
  coreCelsius: lets(80),
  temperatureMonths: lets(6),
  missedChoice: lets({ ...defaultBusiness.missedChoice, refund: true }),
  waitlistMealsPerWeek: lets([4, 8]),
  waitlistFirstOrderFree: lets(false),
  currency: lets('aud'),
};

let t: TestApp;
let staff: StaffClient;
let items: PreparedOrder['orderItems'];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staff = await aStaffClient(t);
  const meals = (await menuOf(t)).filter(({ freezable }) => freezable);
  const of = (kind: MealReply['mealType']) => meals.find(({ mealType }) => mealType === kind)!;
  items = ['Mia', 'Ben'].flatMap((personName) =>
    [0, 1, 2].flatMap((on) =>
      [of('lunch'), of('dinner')].map((meal) =>
        anItem(meal, { personName, mealDate: day(on), deliveryDate: day(on) }),
      ),
    ),
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await save({});
});

async function save(value: Partial<BusinessFacts>): Promise<void> {
  expect(judgeFacts(value).problems).toBeNull();
  await t.context.db
    .insert(settings)
    .values({ key: 'business', value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
  await renewSite(t.context);
}

async function buyAndChange(facts: Partial<BusinessFacts>) {
  const what = { deliveryType: 'daily' as const, orderItems: items };
  const again = await priced(t, anOrder(await menuOf(t), what));
  const { id } = await aPaidOrder(t, what);
  await save(facts);
  return { id, token: await trackingTokenOf(t, id), again };
}

/** Whatever else they say, it costs what its meals and the fees of then come to. */
async function correctAll({ id, token }: { id: number; token: string }): Promise<void> {
  const before = await staff.order(id);
  const change = (body: object) =>
    t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/change`, body });
  const sent = ({ orderItems }: AdminOrderReply) =>
    orderItems.map(({ id: item, mealId, mealType, personName, deliveryDate, mealDate }) => ({
      id: item,
      mealId,
      mealType,
      personName,
      deliveryDate,
      mealDate,
    }));
  const edit = async (what: object, until?: number) => {
    const { version, customer, ...order } = await staff.order(id);
    return staff.put(`/api/admin/orders/${id}`, {
      version,
      customer: { ...customer, ...what },
      orderItems: sent({ ...order, version, customer }).slice(0, until),
    });
  };
  const replies = {
    'the customer corrects the phone': await change({ customer: { phone: '0498 765 432' } }),
    'the customer corrects the note': await change({ customer: { specialInstructions: 'Knock' } }),
    'staff correct the phone': await edit({ phone: '0498 765 433' }),
    'staff correct the note': await edit({ specialInstructions: 'Ring twice' }),
    'the customer takes a meal off': await change({
      orderItems: sent(await staff.order(id)).slice(1),
    }),
    'staff take a meal off': await edit({}, -1),
  };
  for (const [what, reply] of Object.entries(replies))
    expect(reply.statusCode, `${what}: ${reply.body}`).toBe(200);
  const after = await staff.order(id);
  expect(after.orderItems.map((item) => item.id)).toEqual(
    before.orderItems.slice(1, -1).map((item) => item.id),
  );
  expect(after).toMatchObject({
    deliveryFee: before.deliveryFee,
    tax: before.tax,
    owed: '0.00',
  });
}

describe.each(FACT_NAMES.filter((fact) => CHANGES[fact].refuses))('once %s has changed', (fact) => {
  test('a paid order is corrected as ever, the same order new is refused', async () => {
    const order = await buyAndChange({ [fact]: CHANGES[fact].to });
    expect((await checkOut(t, order.again)).statusCode).not.toBe(200);
    await correctAll(order);
  });
});

test('once every other fact has changed, a paid order is corrected as ever', async () => {
  const others = FACT_NAMES.filter((fact) => !CHANGES[fact].refuses);
  const order = await buyAndChange(
    Object.fromEntries(others.map((fact) => [fact, CHANGES[fact].to])),
  );
  await correctAll(order);
});
