/** Windows or days that were closed: what becomes of each delivery booked there, and how far that has come. */
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDayAndMonth, type PlainDate, addDays } from '#platform/rules/plain-date.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import { type WindowFacts, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';

export const INCIDENT_CHOICES = ['move', 'refund', 'leave'] as const;
export type IncidentChoice = (typeof INCIDENT_CHOICES)[number];

/** `failed`: it could not be done as chosen; a person decides again. */
export const INCIDENT_ROW_STATES = ['waiting', 'done', 'failed', 'left'] as const;
export type IncidentRowState = (typeof INCIDENT_ROW_STATES)[number];

export type IncidentCounts = Record<IncidentRowState, number>;

/** `running`: rows wait for their turn. `stuck`: what is left needs a person. */
export type IncidentStatus = 'running' | 'stuck' | 'settled';

export function incidentStatus(
  { waiting, failed }: IncidentCounts,
  isSettled: boolean,
): IncidentStatus {
  if (waiting > 0) return 'running';
  return failed > 0 && !isSettled ? 'stuck' : 'settled';
}

/** "41 of 60 done, 2 failed". Those that were left alone by choice are no work, so they are not counted. */
export function incidentProgress({ waiting, done, failed }: IncidentCounts): string {
  const all = waiting + done + failed;
  return `${done} of ${all} done${failed > 0 ? `, ${failed} failed` : ''}`;
}

/** `until` null: until further notice. No window: whole days. */
export type Closing = {
  date: PlainDate;
  until: PlainDate | null;
  windows: readonly DeliveryWindow[];
};

/** "Tue 13 Jan 4pm-6pm", "Wed 14 Jan to Fri 16 Jan", "Wed 14 Jan and all days after it". */
export function closingName({ date, until, windows }: Closing): string {
  const first = formatDayAndMonth(date);
  const days =
    until === null
      ? `${first} and all days after it`
      : until === date
        ? first
        : `${first} to ${formatDayAndMonth(until)}`;
  return [days, windows.map(windowLabel).join(' and ')].filter(Boolean).join(' ');
}

// Where the deliveries of a closed window could go instead. A proposal: the server takes the places one by one.

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

type SpreadDelivery = { id: number; to: FreeWindow | null };

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
