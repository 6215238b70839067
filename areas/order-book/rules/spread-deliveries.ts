/** Where the deliveries of a closed window could go instead. A proposal: the server takes the places one by one. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { type WindowFacts, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';

export type FreeWindow = SlotKey & { free: number };

/** How many days ahead a closed window is spread over: more would not keep. */
export const SPREAD_DAYS = 3;

/** The windows after this one that have a place, the next first. One that staff have not set has the default. */
export function freeWindowsAfter(
  closed: SlotKey,
  slots: readonly (SlotKey & SlotState)[],
  facts: Pick<BusinessFacts, 'slotCapacity'> & WindowFacts,
  daysAhead = SPREAD_DAYS,
): FreeWindow[] {
  const days = Array.from({ length: daysAhead + 1 }, (_, index) => addDays(closed.date, index));
  return days
    .flatMap((date) => windowsOn(facts, date).map((window) => ({ date, window })))
    .filter((slot) => compareSlotKeys(slot, closed) > 0)
    .map((slot) => {
      const set = slots.find(({ date, window }) => date === slot.date && window === slot.window);
      return { ...slot, free: set ? placesFree(set) : facts.slotCapacity.default };
    })
    .filter(({ free }) => free > 0);
}

export type SpreadDelivery = { id: number; to: FreeWindow | null };

/** Fills one window after the other, in the sequence given; null: none that it can go to has a place left for it. */
export function spreadDeliveries(
  ids: readonly number[],
  windows: readonly FreeWindow[],
  canGo: (id: number, window: FreeWindow) => boolean = () => true,
): SpreadDelivery[] {
  const left = windows.map((window) => ({ window, free: window.free }));
  return ids.map((id) => {
    const found = left.find(({ window, free }) => free > 0 && canGo(id, window));
    if (found) found.free -= 1;
    return { id, to: found?.window ?? null };
  });
}

/** "Thu 15 Jan 11am-1pm". */
export function windowName({
  date,
  window,
}: {
  date: PlainDate;
  window: SlotKey['window'];
}): string {
  return `${formatDayAndMonth(date)} ${windowLabel(window)}`;
}
