/**
 * Taking a delivery to another date or window: whether it can go there, and what becomes of its food. Pure, so that a
 * preview says what the move itself will do. Whether the window has a place is for the server to find out.
 */
import { MOST_HELPINGS } from '#areas/order-book/rules/people.ts';
import { REACH_DAYS } from '#areas/order-book/rules/edit-order.ts';
import { temperatureOf } from '#areas/order-book/rules/pack-bag.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  addDays,
  formatDate,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { DELIVERY_STATUS_LABELS, type DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { minutesOf, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { slotProblem, type WindowFacts } from '#areas/business/rules/offered-windows.ts';
import type { ServiceFacts } from '#areas/business/rules/services.ts';
import type { FieldProblem } from '#areas/order-book/rules/check-customer.ts';
import { checkItems, placeOf } from '#areas/order-book/rules/check-items.ts';
import { mealsPastTheirDay } from '#areas/order-book/rules/food-check.ts';
import { eatByOf } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  itemsOf,
  itemsOfDelivery,
  portionsIn,
  type Order,
  type OrderDelivery,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';

export type MoveTo = SlotKey & {
  /** The bag that was cooked goes out, kept cold; false: its meals are cooked again. */
  sameBag: boolean;
};

/** An item as it is after the move. */
export type MovedItem = Pick<OrderItem, 'id' | 'mealDate' | 'helping'>;

export type MoveVerdict =
  | {
      outcome: 'moved';
      status: DeliveryStatus;
      /** For which day its food was cooked, if that is kept. */
      madeOn: PlainDate | null;
      /** The order's delivery that is there already, which its meals join. */
      joins: OrderDelivery | null;
      items: MovedItem[];
    }
  /** It is there already: nothing to do. */
  | { outcome: 'there' }
  | { outcome: 'refused'; code: MoveRefusal; message: string };

type MoveRefusal =
  | 'undecided'
  | 'cancelled'
  | 'delivered'
  | 'out'
  | 'past'
  | 'warm_twice'
  | 'will_not_keep'
  | 'not_joined'
  | 'not_possible';

type MovableOrder = Pick<Order, 'status' | 'deliveries' | 'customer'>;

/** What happens to this delivery of the order. `now`: on the kitchen's clock. */
export function judgeMove(
  order: MovableOrder,
  delivery: OrderDelivery,
  to: MoveTo,
  now: WallTime,
  facts: Pick<BusinessFacts, 'keepsFreshDays'> & WindowFacts & ServiceFacts,
): MoveVerdict {
  const isThere = delivery.date === to.date && delivery.window === to.window;
  const fixed = whyFixed(order, delivery);
  if (fixed) return fixed;
  if (isThere && delivery.status !== 'missed') return { outcome: 'there' };
  if (isOver(to, now)) return refused('past', `${slotText(to)} is over. Choose a later window.`);
  const joins = isThere ? null : deliveryAt(order, delivery, to);
  // A missed delivery may be brought again where it was, and one may join another of its order.
  const closed = isThere || joins ? null : slotProblem(facts, to);
  if (closed) return refused('not_possible', closed.message);
  if (joins && joins.status !== 'planned' && joins.status !== 'cooked')
    return refused(
      'not_joined',
      `This order’s delivery on ${slotText(to)} is ${DELIVERY_STATUS_LABELS[joins.status].toLowerCase()}. Choose another window.`,
    );
  const isKept = to.sameBag && delivery.status !== 'planned';
  const madeOn = isKept ? (delivery.madeOn ?? delivery.date) : null;
  const moved = itemsOfDelivery(delivery).map((item) => ({
    ...item,
    deliveryDate: to.date,
    deliveryWindow: to.window,
    // As in an edit: what would have been eaten before it comes is eaten when it comes.
    mealDate: item.mealDate < to.date ? to.date : item.mealDate,
  }));
  const spoilt = madeOn
    ? whyBagCannotWait(
        moved,
        { madeOn, date: to.date, joins, portions: portionsIn(order, delivery) },
        facts,
      )
    : whyNotKept(moved, facts);
  if (spoilt) return spoilt;
  const items = placeAtTable(order, delivery, moved);
  if (!items) {
    const message = `Someone already has two helpings at that time on ${formatDayAndMonth(to.date)}. Change the order instead.`;
    return refused('not_possible', message);
  }
  const [problem] = problemsOf(order, delivery, moved, now.date, facts);
  if (problem) return refused('not_possible', problem.message);
  return { outcome: 'moved', status: statusAfter(delivery, isKept), madeOn, joins, items };
}

/** A missed bag that is kept was packed. */
function statusAfter({ status }: OrderDelivery, isKept: boolean): DeliveryStatus {
  if (!isKept) return 'planned';
  return status === 'missed' ? 'packed' : status;
}

function whyFixed({ status }: MovableOrder, delivery: OrderDelivery): MoveVerdict | null {
  if (delivery.status === 'cancelled') return refused('cancelled', 'This delivery is cancelled.');
  if (delivery.status === 'delivered')
    return refused('delivered', 'This delivery has arrived already.');
  if (delivery.status === 'out')
    return refused(
      'out',
      'A driver has this bag. Have it brought back and set it to packed first.',
    );
  if (status === 'pending')
    return refused('undecided', 'Its order is pending. Decide on it first.');
  return null;
}

/** The window has ended, on the kitchen's clock. */
function isOver({ date, window }: SlotKey, now: WallTime): boolean {
  return date < now.date || (date === now.date && now.minuteOfDay >= minutesOf(window).endMinute);
}

/** The order's own delivery for that date and window. */
function deliveryAt(
  { deliveries }: MovableOrder,
  moved: OrderDelivery,
  to: SlotKey,
): OrderDelivery | null {
  const found = deliveries.find(
    ({ id, date, window, status }) =>
      id !== moved.id && status !== 'cancelled' && date === to.date && window === to.window,
  );
  return found ?? null;
}

function whyNotKept(
  moved: readonly OrderItem[],
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): MoveVerdict | null {
  const [past] = mealsPastTheirDay(moved, facts);
  if (!past) return null;
  const { mealName, personName, eatBy, mealDate } = past;
  return refused(
    'will_not_keep',
    `${mealName} for ${personName} would keep until ${formatDayAndMonth(eatBy)}, but is eaten on ${formatDayAndMonth(mealDate)}.`,
  );
}

/** Warm food never goes out twice, and cold food not after the day by which it is eaten. */
function whyBagCannotWait(
  moved: readonly OrderItem[],
  bag: {
    madeOn: PlainDate;
    date: PlainDate;
    joins: OrderDelivery | null;
    portions: ReturnType<typeof portionsIn>;
  },
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): MoveVerdict | null {
  if (temperatureOf(bag.portions) !== 'cold')
    return refused('warm_twice', 'Warm meals don’t go out twice. Have them cooked again.');
  if (bag.joins)
    return refused(
      'not_joined',
      `This order has another delivery on ${slotText(bag.joins)}. Have these meals cooked again, with it.`,
    );
  const spoilt = moved.find(({ meal }) => bag.date > eatByOf(meal, bag.madeOn, facts));
  if (spoilt) {
    const eatBy = formatDayAndMonth(eatByOf(spoilt.meal, bag.madeOn, facts));
    return refused(
      'will_not_keep',
      `${spoilt.meal.name} in this bag keeps until ${eatBy}. Have it cooked again.`,
    );
  }
  return whyNotKept(
    moved.map((item) => ({ ...item, deliveryDate: bag.madeOn })),
    facts,
  );
}

/** Which helping each meal is where it is eaten now; null: no room at that table. */
function placeAtTable(
  order: MovableOrder,
  delivery: OrderDelivery,
  moved: readonly OrderItem[],
): MovedItem[] | null {
  const dateBefore = new Map(itemsOfDelivery(delivery).map(({ id, mealDate }) => [id, mealDate]));
  const shifts = moved.filter(({ id, mealDate }) => dateBefore.get(id) !== mealDate);
  const isShifted = new Set(shifts.map(({ id }) => id));
  const taken = new Set(
    itemsOf(order)
      .filter(({ id }) => !isShifted.has(id))
      .map((item) => `${placeOf(item)}|${item.helping}`),
  );
  const placed = new Map<number, number>();
  for (const item of shifts) {
    const free = Array.from({ length: MOST_HELPINGS }, (_, index) => index + 1).find(
      (helping) => !taken.has(`${placeOf(item)}|${helping}`),
    );
    if (free === undefined) return null;
    taken.add(`${placeOf(item)}|${free}`);
    placed.set(item.id, free);
  }
  return moved.map(({ id, mealDate, helping }) => ({
    id,
    mealDate,
    helping: placed.get(id) ?? helping,
  }));
}

/** What holds for every order: one window a date, both helpings together, dates within reach. */
function problemsOf(
  { deliveries }: MovableOrder,
  delivery: OrderDelivery,
  moved: readonly OrderItem[],
  today: PlainDate,
  facts: WindowFacts & ServiceFacts,
): FieldProblem[] {
  const others = deliveries.filter(
    ({ id, status }) => id !== delivery.id && status !== 'cancelled',
  );
  const problems: FieldProblem[] = [];
  // What moves comes last, so that the message speaks of it and not of what stays.
  checkItems(
    [...itemsOf({ deliveries: others }), ...moved],
    problems,
    {
      first: addDays(today, -REACH_DAYS),
      last: addDays(today, REACH_DAYS),
      isException: (item) => !moved.includes(item),
    },
    { facts, isBooked: () => true },
  );
  return problems;
}

/** "Wed 14 Jan 2026, 4pm-6pm". */
export function slotText({ date, window }: SlotKey): string {
  return `${formatDate(date)}, ${windowLabel(window)}`;
}

function refused(code: MoveRefusal, message: string): MoveVerdict {
  return { outcome: 'refused', code, message };
}

/** Why a bag that was cooked does not go out as it is. */
export const COOKED_AGAIN = ['warm', 'past_use_by', 'joins', 'on_hold', 'asked'] as const;
export type CookedAgain = (typeof COOKED_AGAIN)[number];

const WHY_AGAIN: Partial<Record<MoveRefusal, CookedAgain>> = {
  warm_twice: 'warm',
  will_not_keep: 'past_use_by',
  not_joined: 'joins',
};

type KeptParts = {
  /** Asked for; false: all of it is cooked again. */
  keeps: boolean;
  /** A portion in it is on hold: it never goes out as it is. */
  isOnHold: boolean;
  now: WallTime;
  facts: Pick<BusinessFacts, 'keepsFreshDays'> & WindowFacts & ServiceFacts;
};

/** A move that keeps what was cooked where that is allowed, and else has it cooked again: why, or null. */
export function judgeMoveKept(
  order: MovableOrder,
  delivery: OrderDelivery,
  { date, window }: SlotKey,
  { keeps, isOnHold, now, facts }: KeptParts,
): { to: MoveTo; verdict: MoveVerdict; cookedAgain: CookedAgain | null } {
  const kept = { date, window, sameBag: keeps && !isOnHold };
  const verdict = judgeMove(order, delivery, kept, now, facts);
  const isCooked = delivery.status !== 'planned';
  const asked = isCooked && keeps && isOnHold ? 'on_hold' : isCooked && !keeps ? 'asked' : null;
  const again = verdict.outcome === 'refused' ? WHY_AGAIN[verdict.code] : undefined;
  if (!kept.sameBag || !again) return { to: kept, verdict, cookedAgain: asked };
  const to = { ...kept, sameBag: false };
  return { to, verdict: judgeMove(order, delivery, to, now, facts), cookedAgain: again };
}

const AGAIN_TEXTS: Record<CookedAgain, string> = {
  warm: 'warm',
  past_use_by: 'past use-by',
  joins: 'with another delivery',
  on_hold: 'on hold',
  asked: 'as chosen',
};

type MovedBag = { isKept: boolean; cookedAgain: CookedAgain | null };

/** "Same bags, kept cold: 41 · Cooked again: 7 warm, 2 past use-by". Empty: nothing of it was cooked. */
export function movedBagsText(rows: readonly MovedBag[]): string {
  const kept = rows.filter(({ isKept }) => isKept).length;
  const again = COOKED_AGAIN.flatMap((why) => {
    const count = rows.filter(({ cookedAgain }) => cookedAgain === why).length;
    return count === 0 ? [] : [`${count} ${AGAIN_TEXTS[why]}`];
  });
  return [
    ...(kept > 0 ? [`Same bags, kept cold: ${kept}`] : []),
    ...(again.length > 0 ? [`Cooked again: ${again.join(', ')}`] : []),
  ].join(' · ');
}
