/** What new business facts would change for what is booked already. Nothing booked is ever moved by them. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SettingsPreview, LostBookings } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, changedFacts, FACTS } from '#areas/business/rules/facts.ts';
import {
  countOfService,
  type DeliveryType,
  isServed,
  servedTypes,
  serviceOf,
  type ServiceType,
} from '#areas/business/rules/services.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { OPEN_DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import { textEffects } from '#areas/business/rules/texts/text-warnings.ts';
import { loadTexts, ownTexts } from '#areas/business/server/load-business.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { isOffered, offeredWindows } from '#areas/business/rules/offered-windows.ts';
import { weekdaysText } from '#areas/business/rules/weekdays-text.ts';

type Effect = SettingsPreview['effects'][number];
type Told = [message: string, deliveries?: number];

type Ahead = {
  deliveries: number;
  /** For orders with more people than the new most. */
  withMorePeople: number;
  /** By suburb, in small letters. */
  bySuburb: Record<string, number>;
  /** All that orders went to, by suburb in small letters. */
  addresses: Record<string, number>;
  /** Customers who are paying right now. */
  checkouts: number;
  /** Windows from today on that staff gave more places than the new most. */
  largeWindows: number;
  slots: readonly BookedSlot[];
  ofService: { mealType: ServiceType; deliveries: number; meals: number }[];
  /** Meals that are switched on. */
  onMenu: Partial<Record<ServiceType, number>>;
  byDeliveryType: Partial<Record<DeliveryType, number>>;
};

const PRICES: readonly (keyof BusinessFacts)[] = [
  'dailyFeeCents',
  'weeklyFeeCents',
  'dailyFromMeals',
  'taxCents',
  'freeDeliveryFromMeals',
  'waitlistFirstOrderFree',
];

export async function previewSettings(
  tx: Transaction,
  now: Instant,
  { version, before, after }: { version: number; before: BusinessFacts; after: BusinessFacts },
): Promise<SettingsPreview> {
  const ahead = await countAhead(tx, now, before, after);
  const slots = await listBookedSlots(tx, now, before);
  const own = ownTexts(await loadTexts(tx));
  const effects = changedFacts(before, after).flatMap((fact) => [
    ...effectsOf(fact, before, after, { ...ahead, slots }),
    ...textEffects(own, { before, after: { ...before, [fact]: after[fact] } }).map((message) => ({
      field: fact,
      message,
      deliveries: 0,
    })),
  ]);
  const agreedTo = JSON.stringify([version, after, effects]);
  const previewHash = createHash('sha256').update(agreedTo).digest('hex').slice(0, 32);
  const lost = await listLostBookings(tx, lostSlots({ before, after }, slots));
  return { previewHash, effects, lost };
}

function effectsOf(
  fact: keyof BusinessFacts,
  before: BusinessFacts,
  after: BusinessFacts,
  ahead: Ahead,
): Effect[] {
  const effect = (message: string, deliveries = 0): Effect => ({
    field: fact,
    message,
    deliveries,
  });
  const { changes } = FACTS[fact];
  if (fact === 'suburbs')
    return suburbEffects(before, after, ahead).map(([message, deliveries, alias]) => ({
      ...effect(message, deliveries),
      ...(alias && { alias }),
    }));
  if (fact === 'deliveryWindows')
    return windowEffects({ before, after }, ahead.slots).map((each) => effect(...each));
  if (fact === 'services')
    return servicesEffects(before, after, ahead).map((each) => effect(...each));
  if (fact === 'deliveryTypes')
    return deliveryTypeEffects(before, after, ahead).map((each) => effect(...each));
  if (fact === 'closures')
    return closureEffects({ before, after }, ahead.slots).map((each) => effect(...each));
  if (fact === 'timeZone' && ahead.deliveries > 0) {
    const message = `${booked(ahead.deliveries)} ahead and keep their dates and times, now by the clock of ${after.timeZone}.`;
    return [effect(changes), effect(message, ahead.deliveries)];
  }
  if (fact === 'people' && ahead.withMorePeople > 0) {
    const message = `${booked(ahead.withMorePeople)} for more people than that. They stay as they are.`;
    return [effect(changes), effect(message, ahead.withMorePeople)];
  }
  if (fact === 'portionsPerBag' && ahead.deliveries > 0) {
    const message = `${booked(ahead.deliveries)} ahead: some may go into another number of bags.`;
    return [effect(changes), effect(message, ahead.deliveries)];
  }
  if (fact === 'slotCapacity' && ahead.largeWindows > 0) {
    const windows = ahead.largeWindows === 1 ? '1 window' : `${ahead.largeWindows} windows`;
    return [effect(changes), effect(`${windows} ahead with more places stay as you set them.`)];
  }
  if (PRICES.includes(fact) && ahead.checkouts > 0) {
    const who = ahead.checkouts === 1 ? '1 customer is' : `${ahead.checkouts} customers are`;
    return [effect(changes), effect(`${who} paying right now, at the price that they saw.`)];
  }
  return [effect(changes)];
}

function servicesEffects(before: BusinessFacts, after: BusinessFacts, ahead: Ahead): Told[] {
  const gone = servedTypes(before).filter((type) => !isServed(type, after));
  const come = servedTypes(after).filter((type) => !isServed(type, before));
  const effects = [
    ...gone.flatMap((type): Told[] => {
      const meals = ahead.onMenu[type] ?? 0;
      const ordered = ahead.ofService.find(({ mealType }) => mealType === type);
      const off = meals === 1 ? '1 meal goes off the menu.' : `${meals} meals go off the menu.`;
      if (!ordered) return [[off]];
      const portions = countOfService(ordered.meals, type, before);
      const inThese = ordered.deliveries === 1 ? '1 delivery' : `${ordered.deliveries} deliveries`;
      const stay = ordered.meals === 1 ? 'is booked. It stays' : 'are booked. They stay';
      const it = ordered.meals === 1 ? 'it' : 'them';
      return [
        [off],
        [`${portions} in ${inThese} ${stay} booked: cook or cancel ${it}.`, ordered.deliveries],
      ];
    }),
    ...come.map((type): Told => [`New orders can have ${serviceOf(type, after).plural}.`]),
  ];
  return effects.length > 0 ? effects : [[FACTS.services.changes]];
}

function deliveryTypeEffects(before: BusinessFacts, after: BusinessFacts, ahead: Ahead): Told[] {
  const gone = before.deliveryTypes.filter((type) => !after.deliveryTypes.includes(type));
  const stay = gone.flatMap((type): Told[] => {
    const count = ahead.byDeliveryType[type] ?? 0;
    if (count === 0) return [];
    return [
      count === 1
        ? [`1 delivery of a ${type} order is booked. It stays as it is.`, 1]
        : [`${count} deliveries of ${type} orders are booked. They stay as they are.`, count],
    ];
  });
  return [[FACTS.deliveryTypes.changes], ...stay];
}

function suburbEffects(
  before: BusinessFacts,
  after: BusinessFacts,
  { bySuburb, addresses }: Ahead,
): [message: string, deliveries?: number, alias?: Effect['alias']][] {
  const namesAfter = new Set(after.suburbs.map(({ name }) => suburbKey(name)));
  const namesBefore = new Set(before.suburbs.map(({ name }) => suburbKey(name)));
  const gone = before.suburbs.filter(({ name }) => !namesAfter.has(suburbKey(name)));
  const renamed = after.suburbs.flatMap(({ name: is, aliases = [] }) =>
    aliases
      .filter((was) => suburbKey(suburbNow(was, before.suburbs)) !== suburbKey(is))
      .map((was) => ({ was, is })),
  );
  const removed = gone.filter(({ name }) =>
    renamed.every(({ was }) => suburbKey(was) !== suburbKey(name)),
  );
  const added = after.suburbs.filter(({ name }) => !namesBefore.has(suburbKey(name)));
  const offered = removed.flatMap(({ name: was, postcode }) => {
    const [one, other] = added.filter((suburb) => suburb.postcode === postcode);
    return one && !other ? [{ was, is: one.name }] : [];
  });
  const losing = removed.filter(({ name }) => (bySuburb[suburbKey(name)] ?? 0) > 0);
  const quiet = removed.length - losing.length;
  const effects: ReturnType<typeof suburbEffects> = losing.map(({ name }) => {
    const count = bySuburb[suburbKey(name)] ?? 0;
    return [
      `${booked(count)} in ${name}, which you remove. ${count === 1 ? 'It stays' : 'They stay'} booked: deliver or cancel ${count === 1 ? 'it' : 'them'}.`,
      count,
    ];
  });
  for (const { was, is } of renamed)
    effects.push([`${was} is now ${is} for ${counted(addresses[suburbKey(was)] ?? 0)}.`]);
  for (const alias of offered) effects.push([`Is ${alias.was} called ${alias.is} now?`, 0, alias]);
  if (added.length > 0) effects.push([`New orders can go to ${listed(added)}.`]);
  if (quiet > 0) {
    const others = removed.filter((suburb) => !losing.includes(suburb));
    effects.push([
      `New orders can no longer go to ${listed(others)}. No delivery is booked there.`,
    ]);
  }
  return effects.length > 0 ? effects : [[FACTS.suburbs.changes]];
}

function listed(suburbs: readonly { name: string }[]): string {
  const names = suburbs.slice(0, 5).map(({ name }) => name);
  const rest = suburbs.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

function counted(addresses: number): string {
  return addresses === 1 ? '1 address' : `${addresses} addresses`;
}

function booked(count: number): string {
  return count === 1 ? '1 delivery is booked' : `${count} deliveries are booked`;
}

function suburbKey(suburb: string): string {
  return suburb.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

async function countAhead(
  tx: Transaction,
  now: Instant,
  before: BusinessFacts,
  after: BusinessFacts,
): Promise<Omit<Ahead, 'slots'>> {
  const { date: today } = wallTimeAt(now, before.timeZone);
  const { rows } = await tx.execute<Omit<Ahead, 'slots'>>(sql`
    with ahead as (
      select d.id, d.date, d.order_id, o.delivery_type, lower(regexp_replace(trim(o.suburb), '\\s+', ' ', 'g')) as suburb,
        (select count(*) from people p where p.order_id = o.id) as people
      from deliveries d join orders o on o.id = d.order_id
      where d.date >= ${today} and d.status = any(${sql.param(OPEN_DELIVERY_STATUSES)}))
    select
      (select count(*)::int from ahead) as "deliveries",
      (select count(*)::int from ahead where people > ${after.people.max}) as "withMorePeople",
      (select coalesce(json_object_agg(suburb, n), '{}') from
        (select suburb, count(*)::int as n from ahead group by suburb) s) as "bySuburb",
      (select coalesce(json_object_agg(suburb, n), '{}') from
        (select lower(regexp_replace(trim(suburb), '\\s+', ' ', 'g')) as suburb,
          count(distinct (lower(address_line1), lower(address_line2)))::int as n
        from orders group by 1) s) as "addresses",
      (select coalesce(json_agg(s), '[]') from
        (select i.meal_type as "mealType", count(distinct a.id)::int as deliveries, count(*)::int as meals
        from ahead a join order_items i on i.delivery_id = a.id group by 1) s) as "ofService",
      (select coalesce(json_object_agg(meal_type, n), '{}') from
        (select meal_type, count(*)::int as n from meals
        where is_active and archived_at is null group by 1) m) as "onMenu",
      (select coalesce(json_object_agg(delivery_type, n), '{}') from
        (select delivery_type, count(*)::int as n from ahead group by 1) d) as "byDeliveryType",
      (select count(*)::int from checkouts where state in ('open', 'expiring')) as "checkouts",
      (select count(*)::int from delivery_slots
        where date >= ${today} and max_deliveries > ${after.slotCapacity.max}) as "largeWindows"`);
  const [ahead] = rows;
  if (!ahead) throw new Error('counting what is booked returned nothing');
  return ahead;
}

// What other windows and closed days mean for what is booked.

type BookedSlot = SlotKey & { deliveries: number };

type Change = { before: BusinessFacts; after: BusinessFacts };

const MOST_DATES_NAMED = 5;
const MOST_ORDERS_NAMED = 50;

/** The slots from today on in which something is booked, by date and window. `isUndecided`: but for what is brought as booked by choice. */
export async function listBookedSlots(
  tx: Database | Transaction,
  now: Instant,
  { timeZone }: Pick<BusinessFacts, 'timeZone'>,
  { isUndecided = false } = {},
): Promise<BookedSlot[]> {
  const { date: today } = wallTimeAt(now, timeZone);
  const isAsked = isUndecided
    ? sql`not exists (select 1 from incident_rows r where r.delivery_id = d.id and r.state = 'left'
        and r.date = d.date and r.time_slot = d.time_slot)`
    : sql`true`;
  const { rows } = await tx.execute<BookedSlot>(sql`
    select date::text as date, time_slot as "window", count(*)::int as deliveries
    from deliveries d
    where date >= ${today} and status = any(${sql.param(OPEN_DELIVERY_STATUSES)}) and ${isAsked}
    group by 1, 2 order by 1, 2`);
  return rows;
}

function windowEffects({ before, after }: Change, slots: readonly BookedSlot[]): Told[] {
  const { closures } = before;
  const lost = slots.filter(
    (slot) => isOffered(before, slot) && !isOffered({ ...after, closures }, slot),
  );
  const kept = offeredWindows(after);
  const effects = [...Map.groupBy(lost, ({ window }) => window)].map(
    ([window, slotsLost]): Told => {
      const which = kept.includes(window) ? 'on days that you take off it' : 'which you remove';
      return bookedText(`in ${windowLabel(window)}, ${which}: ${datesText(slotsLost)}`, slotsLost);
    },
  );
  const had = offeredWindows(before);
  const added = after.deliveryWindows.filter(({ timeSlot }) => !had.includes(timeSlot));
  if (added.length > 0) {
    const names = added.map(
      ({ timeSlot, weekdays }) => `${windowLabel(timeSlot)} (${weekdaysText(weekdays)})`,
    );
    effects.push([`New orders can choose ${names.join(', ')}.`]);
  }
  return effects.length > 0 ? effects : [[FACTS.deliveryWindows.changes]];
}

/** For days that are closed now. */
function closureEffects({ before, after }: Change, slots: readonly BookedSlot[]): Told[] {
  const closed = lostSlots({ before, after: { ...before, closures: after.closures } }, slots);
  const byDay = Map.groupBy(closed, ({ date }) => date);
  const effects = [...byDay].map(([date, ofDay]): Told =>
    bookedText(`on ${formatDate(date)}, which you close`, ofDay),
  );
  return effects.length > 0 ? effects : [[FACTS.closures.changes]];
}

/** Booked in what was offered, and is not any more. */
function lostSlots({ before, after }: Change, slots: readonly BookedSlot[]): BookedSlot[] {
  return slots.filter((slot) => isOffered(before, slot) && !isOffered(after, slot));
}

/** Date by date, with the meals and customers of each. */
async function listLostBookings(
  tx: Transaction,
  lost: readonly SlotKey[],
): Promise<LostBookings[]> {
  const found: LostBookings[] = [];
  for (const [date, slots] of Map.groupBy(lost, (slot) => slot.date)) {
    const windows = slots.map(({ window }) => window);
    const { rows } = await tx.execute<LostBookings['orders'][number]>(sql`
      select o.number as "orderNumber", concat_ws(' ', o.first_name, o.last_name) as customer,
        d.time_slot as window,
        (select count(*)::int from order_items i where i.delivery_id = d.id) as meals
      from deliveries d join orders o on o.id = d.order_id
      where d.date = ${date} and d.time_slot = any(${sql.param(windows)})
        and d.status = any(${sql.param(OPEN_DELIVERY_STATUSES)})
      order by d.time_slot, o.number`);
    found.push({
      date,
      windows,
      deliveries: rows.length,
      meals: rows.reduce((sum, { meals }) => sum + meals, 0),
      orders: rows.slice(0, MOST_ORDERS_NAMED),
    });
  }
  return found;
}

/** "3 deliveries are booked …. They stay booked until you move or refund them." */
function bookedText(where: string, slots: readonly BookedSlot[]): Told {
  const count = slots.reduce((sum, { deliveries }) => sum + deliveries, 0);
  return count === 1
    ? [`1 delivery is booked ${where}. It stays booked until you move or refund it.`, 1]
    : [
        `${count} deliveries are booked ${where}. They stay booked until you move or refund them.`,
        count,
      ];
}

function datesText(slots: readonly { date: PlainDate }[]): string {
  const named = slots.slice(0, MOST_DATES_NAMED).map(({ date }) => formatDate(date));
  const rest = slots.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more days` : named.join(', ');
}
