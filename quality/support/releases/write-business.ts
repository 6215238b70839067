/**
 * A kitchen's two weeks, written by a release through its own calls: orders paid, edited, refunded, cancelled, delivered,
 * abandoned; staff, slots, meals, printouts, waitlist. What that release says of them is what later releases must say.
 */
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { benchBefore, dayToCook } from '#quality/support/day-to-cook.ts';
import {
  KEPT_HOUSEHOLDS,
  listDays,
  listMenuMeals,
  holdFor,
  payAtCheckout,
  buyFor,
} from './households.ts';
import { type Caller, callerOf, signInAt, type Storefront } from './site.ts';

export type StaffPassword = { email: string; password: string };

export type SeenOrder = {
  id: number;
  trackingToken: string;
  /** As staff and the customer saw it. */
  admin: Record<string, unknown>;
  tracked: Record<string, unknown>;
};

/** What the release showed before it was stopped. */
export type SeenBusiness = {
  version: string;
  /** The instant of the release's own clock, in ISO, and the real one. */
  now: string;
  writtenAt: string;
  staff: StaffPassword[];
  /** Accounts that may not sign in any more. */
  formerStaff: StaffPassword[];
  orders: SeenOrder[];
  /** What all orders took and gave back, those included that no customer came back for. */
  money: { paid: string; refundedTotal: string }[];
  waitlist: Record<string, unknown>[];
  slots: Record<string, unknown>[];
  /** For the first day with deliveries. */
  prepDate: string;
  prep: SeenPrep;
};

/** Meals by their ids, over all windows. Earlier releases say more. */
export type SeenPrep = {
  meals: number;
  deliveries: number;
  byMeal: { mealId: number; count: number }[];
};

export const OWNER: StaffPassword = {
  email: 'chef@example.com',
  password: 'mangoes by the bay at dawn',
};
const COLLEAGUE = { email: 'noah@example.com', password: 'a kettle full of bright rain' };
const FORMER = { email: 'former@example.com', password: 'seven quiet lamps on a hill' };

type Order = { id: number; orderNumber: string; version?: number; trackingToken: string };
type AdminOrder = Record<string, unknown> & { version: number };

/** The day of the orders; the week after it is open. `site` has no orders yet. */
export async function writeOrderDay(site: Storefront): Promise<Order[]> {
  const owner = await signInAt(site, OWNER);
  await hireStaff(site, owner);
  await setSlots(site, owner);
  await changeMenu(site, owner);
  await fillWaitlist(site, owner);
  const placed = [];
  for (const [index, household] of KEPT_HOUSEHOLDS.entries())
    placed.push(await buyFor(site, household, { declined: index === 2 }));
  // One walks away, one closes the browser after paying.
  const [first, second, third] = KEPT_HOUSEHOLDS;
  if (!first || !second || !third) throw new Error('there are no households');
  await holdFor(site, { ...first, address: '1 Empty Street, Ormiston' });
  await payAtCheckout(site, await holdFor(site, { ...third, address: '2 Closed Lane, Ormiston' }));
  const orders = await withIds(owner, placed);
  await changeOrders(site, owner, orders);
  return orders;
}

/** A delivery day of that week: what was eaten, what went wrong, what was printed. */
export async function writeDeliveryDay(site: Storefront, orders: readonly Order[]): Promise<void> {
  const owner = await signInAt(site, OWNER);
  const [date = ''] = (await deliveryDates(owner, orders)).toSorted();
  for (const kind of ['prep-sheet', 'run-sheet'])
    await owner('GET', `/api/admin/${kind}?date=${date}`);
  await owner('GET', `/api/admin/labels?date=${date}`);
  const [delivered, late] = [orders[0], orders[6]];
  if (!delivered || !late) throw new Error('too few orders');
  await owner('PUT', `/api/admin/orders/${delivered.id}/status`, { status: 'delivered' });
  await refund(owner, delivered.id, {
    amount: '5.99',
    reason: 'It came an hour late',
  });
  await owner('PUT', `/api/admin/orders/${late.id}/status`, { status: 'delivered' });
}

/** What the release shows now. */
export async function readBusiness(
  site: Storefront,
  { orders, ...when }: Pick<SeenBusiness, 'version' | 'now'> & { orders: readonly Order[] },
): Promise<SeenBusiness> {
  const owner = await signInAt(site, OWNER);
  const seen: SeenOrder[] = [];
  for (const { id, trackingToken } of orders) {
    const admin = await owner<AdminOrder>('GET', `/api/admin/orders/${id}`);
    const tracked = await callerOf(site)<AdminOrder>('GET', `/api/orders/track/${trackingToken}`);
    seen.push({ id, trackingToken, admin, tracked });
  }
  const [prepDate = ''] = (await deliveryDates(owner, orders)).toSorted();
  return {
    ...when,
    writtenAt: new Date().toISOString(),
    staff: [OWNER, COLLEAGUE],
    formerStaff: [FORMER],
    orders: seen,
    money: (await owner<SeenBusiness['money']>('GET', '/api/admin/orders?limit=100')).map(
      ({ paid, refundedTotal }) => ({ paid, refundedTotal }),
    ),
    waitlist: await owner('GET', '/api/waitlist'),
    slots: await owner('GET', '/api/admin/delivery-slots?from=2026-01-01&to=2026-02-28'),
    prepDate,
    prep: await readPrep(owner, prepDate),
  };
}

export async function readPrep(owner: Caller, date: string): Promise<SeenPrep> {
  const { meals, deliveries, trays } = dayToCook(await owner<BenchReply>('GET', benchBefore(date)));
  const byMeal = [...Map.groupBy(trays, ({ mealId }) => mealId)].map(([mealId, all]) => ({
    mealId,
    count: all.reduce((sum, { count }) => sum + count, 0),
  }));
  return { meals, deliveries, byMeal: byMeal.toSorted((a, b) => a.mealId - b.mealId) };
}

async function hireStaff(site: Storefront, owner: Caller): Promise<void> {
  for (const { email, password } of [COLLEAGUE, FORMER]) {
    const link = await owner<{ url: string }>('POST', '/api/staff/invites', { email });
    const token = new URL(link.url).hash.replace(/^#(token=)?/, '');
    const name = { firstName: 'Noah', lastName: 'Chef' };
    await callerOf(site)('POST', '/api/staff/accept-invite', { token, ...name, password });
  }
  await owner('POST', '/api/staff/invites', { email: 'open@example.com' });
  const { staff } = await owner<{ staff: { id: string; email: string }[] }>(
    'GET',
    '/api/admin/staff',
  );
  const former = staff.find(({ email }) => email === FORMER.email);
  await owner('PUT', `/api/admin/staff/${former?.id}`, { isActive: false });
}

async function setSlots(site: Storefront, owner: Caller): Promise<void> {
  const days = await listDays(site);
  const slot = (day: number, timeSlot: string, maxDeliveries: number, isActive = true) =>
    owner('POST', '/api/admin/delivery-slots', {
      date: days[day],
      timeSlot,
      maxDeliveries,
      isActive,
    });
  await slot(0, '11:00-13:00', 60);
  await slot(1, '16:00-18:00', 40);
  await slot(6, '11:00-13:00', 10, false);
}

async function changeMenu(site: Storefront, owner: Caller): Promise<void> {
  const meals = await listMenuMeals(site);
  await owner('POST', `/api/admin/meals/${meals[0]?.id}/duplicate`);
  await owner('DELETE', `/api/meals/${meals.at(-1)?.id}`);
}

async function fillWaitlist(site: Storefront, owner: Caller): Promise<void> {
  const join = (entry: object) => callerOf(site)<{ id: number }>('POST', '/api/waitlist', entry);
  await join({ email: 'ivy@example.com', suburb: 'Wynnum', name: 'Ivy Ñandú', mealsPerWeek: 10 });
  await join({ email: 'kai@example.com', suburb: 'Cleveland', consent: true });
  const gone = await join({ email: 'gone@example.com', suburb: 'Manly' });
  await owner('DELETE', `/api/waitlist/${gone.id}`).catch(() =>
    owner('DELETE', `/api/admin/waitlist/${gone.id}`),
  );
}

async function withIds(
  owner: Caller,
  placed: readonly { orderNumber: string; trackingToken: string }[],
): Promise<Order[]> {
  const listed = await owner<{ id: number; orderNumber: string }[]>(
    'GET',
    '/api/admin/orders?limit=100',
  );
  return placed.map((order) => {
    const found = listed.find(({ orderNumber }) => orderNumber === order.orderNumber);
    if (!found) throw new Error(`order ${order.orderNumber} is not listed`);
    return { ...order, id: found.id };
  });
}

async function refund(owner: Caller, id: number, body: object): Promise<void> {
  const { version } = await owner<{ version: number }>('GET', `/api/admin/orders/${id}`);
  await owner('POST', `/api/admin/orders/${id}/refund`, { version, ...body });
}

async function changeOrders(
  site: Storefront,
  owner: Caller,
  orders: readonly Order[],
): Promise<void> {
  const [, family, couple, daily, cancelled, kept, , byCustomer, worded] = orders;
  if (!family || !couple || !daily || !cancelled || !kept || !byCustomer || !worded)
    throw new Error('too few orders');
  await refund(owner, family.id, {
    part: { personName: 'Jo' },
    reason: 'Jo is away',
  });
  await editItems(owner, couple.id, (items) => items.slice(1));
  // Costs more than was paid.
  const dinner = (await listMenuMeals(site)).find(({ mealType }) => mealType === 'dinner');
  await editItems(owner, daily.id, (items) => [
    ...items,
    { ...items[0], id: null, mealId: dinner?.id, mealType: 'dinner' },
  ]);
  await owner('DELETE', `/api/admin/orders/${cancelled.id}?refund=full`);
  await owner('DELETE', `/api/admin/orders/${kept.id}?refund=none`);
  const customer = callerOf(site);
  await customer('POST', `/api/orders/track/${byCustomer.trackingToken}/cancel`, {});
  await customer('PUT', `/api/orders/track/${worded.trackingToken}/instructions`, {
    specialInstructions: 'Leave it with the neighbour at 22',
  });
}

type Item = Record<string, unknown>;

/** Sends the order back with other items, as the portal's editor does. */
async function editItems(
  owner: Caller,
  id: number,
  change: (items: Item[]) => Item[],
): Promise<void> {
  const order = await owner<AdminOrder>('GET', `/api/admin/orders/${id}`);
  const { customer, items, version } = toEdit(order);
  await owner('PUT', `/api/admin/orders/${id}`, { customer, orderItems: change(items), version });
}

function toEdit(order: AdminOrder) {
  const pick = (from: Item, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const customer = order['customer'] as Item;
  return {
    version: order.version,
    customer: pick({ ...order, ...customer }, CUSTOMER_FIELDS),
    items: ((order['items'] ?? order['orderItems']) as Item[]).map((item) =>
      pick(item, ITEM_FIELDS),
    ),
  };
}

const CUSTOMER_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'deliveryPreference',
  'specialInstructions',
];
const ITEM_FIELDS = [
  'id',
  'mealId',
  'deliveryDate',
  'mealType',
  'personName',
  'mealDate',
  'deliveryWindow',
];

async function deliveryDates(owner: Caller, orders: readonly Order[]): Promise<string[]> {
  const order = await owner<AdminOrder>('GET', `/api/admin/orders/${orders[0]?.id}`);
  return ((order['items'] ?? order['orderItems']) as Item[]).map((item) =>
    String(item['deliveryDate']),
  );
}
