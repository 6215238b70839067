import type { ClosureRequest } from '#areas/delivery/calls/incidents.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { WallTime } from '#platform/rules/zoned-time.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import {
  type Closing,
  type IncidentChoice,
  type FreeWindow,
  freeWindowsAfter,
  SPREAD_DAYS,
  spreadDeliveries,
} from '#areas/order-book/rules/incident.ts';
import { addDays, daysBetween } from '#platform/rules/plain-date.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';
import { slotText, judgeMoveKept } from '#areas/order-book/rules/move-delivery.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { listSlotStates } from '#areas/places/server/places.ts';

export type PlannedRow = { found: FoundDelivery; choice: IncidentChoice; to: SlotKey | null };

type Facts = {
  free: readonly FreeWindow[];
  now: WallTime;
  business: BusinessFacts;
  /** Deliveries with a portion on hold. */
  onHold: ReadonlySet<number>;
  /** Otherwise who finds no place is left for someone who may. */
  mayRefund: boolean;
};

/** The windows that take deliveries of these days instead: none of those that are closed with them. */
export function freeWindows(
  { date, until, windows }: Closing,
  slots: readonly (SlotKey & SlotState)[],
  business: BusinessFacts,
): FreeWindow[] {
  const last = until ?? date;
  const first = { date, window: windows[0] ?? FIRST_OF_A_DAY };
  return freeWindowsAfter(first, slots, business, daysBetween(date, last) + SPREAD_DAYS).filter(
    (slot) => !(slot.date <= last && windows.includes(slot.window)),
  );
}

/** Sorts before every window. */
const FIRST_OF_A_DAY = '00:00-00:00';

/** As chosen one by one, else as chosen for all: a move is into the next window that takes it. */
export function planRows(
  open: readonly FoundDelivery[],
  { rows, sameBag, booked }: Pick<ClosureRequest, 'rows' | 'sameBag' | 'booked'>,
  { free, now, business, mayRefund, onHold }: Facts,
): PlannedRow[] {
  const chosen = new Map(rows.map((row) => [row.id, row]));
  const foundBy = new Map(open.map((found) => [found.delivery.id, found]));
  const unnamed = open.filter(({ delivery }) => !chosen.has(delivery.id));
  const taken = new Map<string, number>();
  for (const { date, window } of rows) {
    if (date === undefined || window === undefined) continue;
    const key = slotText({ date, window });
    taken.set(key, (taken.get(key) ?? 0) + 1);
  }
  const spread = spreadDeliveries(
    unnamed.map(({ delivery }) => delivery.id),
    free.map((slot) => ({ ...slot, free: slot.free - (taken.get(slotText(slot)) ?? 0) })),
    (id, slot) => {
      const found = foundBy.get(id);
      if (!found) return false;
      const { order, delivery } = found;
      const isNear = slot.date <= addDays(delivery.date, SPREAD_DAYS);
      if (!isNear || compareSlotKeys(slot, delivery) < 0) return false;
      const isOnHold = onHold.has(id);
      const how = { keeps: sameBag, isOnHold, now, facts: business };
      return judgeMoveKept(order, delivery, slot, how).verdict.outcome === 'moved';
    },
  );
  const proposed = new Map(spread.map(({ id, to }) => [id, to]));
  return open.map((found) => {
    const row = chosen.get(found.delivery.id);
    if (!row) {
      const to = (booked === 'move' && proposed.get(found.delivery.id)) || null;
      if (to) return { found, choice: 'move', to: { date: to.date, window: to.window } };
      const isRefund = booked === 'refund' || (booked === 'move' && mayRefund);
      return { found, choice: isRefund ? 'refund' : 'leave', to: null };
    }
    const { choice, date, window } = row;
    const to = date !== undefined && window !== undefined ? { date, window } : null;
    return { found, choice, to };
  });
}

type Places = SlotKey & { free: number };

export async function listPlaces(
  db: Database | Transaction,
  planned: readonly PlannedRow[],
  {
    free,
    slots,
    business,
  }: {
    free: readonly FreeWindow[];
    slots: readonly (SlotKey & SlotState)[];
    business: BusinessFacts;
  },
): Promise<Places[]> {
  const places = new Map<string, Places>(
    free.map(({ date, window, free: count }) => [
      slotText({ date, window }),
      { date, window, free: count },
    ]),
  );
  for (const { to } of planned) {
    if (!to || places.has(slotText(to))) continue;
    const known = slots.some(({ date }) => date === to.date)
      ? slots
      : await listSlotStates(db, to.date, to.date);
    const slot = known.find(({ date, window }) => date === to.date && window === to.window);
    places.set(slotText(to), {
      ...to,
      free: slot ? placesFree(slot) : business.slotCapacity.default,
    });
  }
  return [...places.values()].toSorted(compareSlotKeys);
}
