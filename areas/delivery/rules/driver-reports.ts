/** What a driver's phone makes of its day and of the reports that it has not sent yet. */
import type { Queued } from '#platform/rules/queued-words.ts';
import { toInstantText, type Instant, instantOf } from '#platform/rules/zoned-time.ts';
import {
  type DeliveryStatus,
  type DriverStatus,
  isEnded,
  DELIVERY_STATUS_LABELS,
  type ReportedStatus,
  REPORTED_STATUSES,
} from '#areas/order-book/rules/delivery.ts';
import type { Confirmable } from '#areas/order-book/rules/judge-step.ts';
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { maySend } from '#areas/messages/rules/may-send.ts';
import { untimed, type Untimed } from '#areas/order-book/rules/today.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type DriveStop = {
  id: number;
  stop: number;
  window: DeliveryWindow;
  name: string;
  status: DeliveryStatus;
  /** ISO instant. */
  statusAt: string | null;
  reason: string;
  reportKey: string | null;
  /** A day that an older release put on the phone does not say. */
  gate?: DriveGate;
  /** Nobody has it yet: anyone who starts its run. */
  isNobodys?: boolean;
};

/**
 * `wait`: not packed, for someone with allergies; it stays until the kitchen has checked it. `stop`: on hold. `back`: out,
 * and its order is cancelled.
 */
export const DRIVE_GATES = ['go', 'wait', 'stop', 'back'] as const;
export type DriveGate = (typeof DRIVE_GATES)[number];

export type DoorReport = {
  deliveryId: number;
  status: DriverStatus;
  reason: string;
  place: string;
  note: string;
  confirm?: Confirmable[];
  /** The key of the report that was wrong. */
  corrects?: string;
  /** It starts the run of its window. */
  starts?: true;
  /** Undo has until then, by the phone's clock. */
  sendAfter: Instant;
};
export type QueuedReport = Queued<DoorReport>;

export const UNDO_MS = 10_000;

export function undoUntil(phoneNow: Instant): Instant {
  return phoneNow + UNDO_MS;
}

/**
 * Among one person's reports, in their sequence, those that may be sent. None that Undo may still take back, and none past it:
 * the sequence of the taps is the sequence of the calls.
 */
export function dueReports<Report extends QueuedReport>(
  waiting: readonly Report[],
  now: Instant,
): Report[] {
  const firstEarly = waiting.findIndex((report) => !isDue(report, now));
  return waiting.slice(0, firstEarly === -1 ? undefined : firstEarly);
}

/** A clock that was set back must not keep a report for hours. */
function isDue({ sendAfter }: QueuedReport, now: Instant): boolean {
  return sendAfter <= now || sendAfter > undoUntil(now);
}

export type ShownStop<Stop extends DriveStop = DriveStop> = Stop & {
  /** Something of it is on the phone only. */
  isWaiting: boolean;
};

/** The stops as the driver has left them, sent or not. */
export function shownStops<Stop extends DriveStop>(
  stops: readonly Stop[],
  queue: readonly QueuedReport[],
): ShownStop<Stop>[] {
  const inSequence = queue.toSorted((a, b) => a.seq - b.seq);
  return stops.map((stop) => {
    const reportsOfStop = inSequence.filter(({ deliveryId }) => deliveryId === stop.id);
    return { ...reportsOfStop.reduce(reportedStop, stop), isWaiting: reportsOfStop.length > 0 };
  });
}

/** A stop as a report leaves it: left somewhere else, at the time at which it was left. */
export function reportedStop<Stop extends DriveStop>(
  stop: Stop,
  {
    status,
    at,
    reason,
    key,
    corrects,
  }: Pick<QueuedReport, 'status' | 'at' | 'reason' | 'key' | 'corrects'>,
): Stop {
  const stays = corrects !== undefined && status === stop.status;
  const statusAt = stays ? stop.statusAt : toInstantText(at);
  return { ...stop, status, statusAt, reason, reportKey: key };
}

export function windowsOf(stops: readonly DriveStop[]): DeliveryWindow[] {
  return inTimeOrder(stops.map(({ window }) => window));
}

/** The window to begin with: the first with an open stop, else the last. */
export function openWindow(stops: readonly DriveStop[]): DeliveryWindow | null {
  const windows = windowsOf(stops);
  const hasOpen = (window: DeliveryWindow) =>
    stops.some((one) => one.window === window && !isEnded(one.status));
  return windows.find(hasOpen) ?? windows.at(-1) ?? null;
}

/** On hold, or cancelled on the way: it neither leaves nor is handed over. */
export function isOnHold({ gate, status }: Pick<DriveStop, 'gate' | 'status'>): boolean {
  return (gate === 'stop' || gate === 'back') && !isEnded(status);
}

/** The open stop with the lowest number; those on hold come last. */
export function nextStop<Stop extends DriveStop>(stops: readonly Stop[]): Stop | null {
  const open = stops.filter(({ status }) => !isEnded(status)).toSorted((a, b) => a.stop - b.stop);
  return open.find((stop) => !isOnHold(stop)) ?? open[0] ?? null;
}

export function sameDoorStops<Stop extends DriveStop & { address: string }>(
  stop: Stop,
  stops: readonly Stop[],
): Stop[] {
  const isTold = (one: Stop) => !isEnded(one.status) && !isOnHold(one) && !isNotStarted(one);
  if (!isTold(stop)) return [];
  const door = doorOf(stop);
  return stops.filter((other) => other.id !== stop.id && isTold(other) && doorOf(other) === door);
}

/** However its address was typed. */
function doorOf({ address }: { address: string }): string {
  return address
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Those that are still to go out with a run. */
export function stopsToTake<Stop extends DriveStop>(stops: readonly Stop[]): Stop[] {
  return stops.filter((stop) => isStillHere(stop) && !staysHere(stop));
}

/** It does not go out with a run. */
export function staysHere(stop: DriveStop): boolean {
  return isStillHere(stop) && (isOnHold(stop) || stop.gate === 'wait');
}

/** For it nothing is said before its run is started. */
export function isNotStarted(stop: DriveStop): boolean {
  return stop.isNobodys === true && isStillHere(stop);
}

function isStillHere({ status }: DriveStop): boolean {
  return status !== 'out' && !isEnded(status);
}

/** Open stops that are no longer of this day, of which the driver has not heard before: their bags come back. */
export function goneStops<Stop extends DriveStop>(
  before: readonly Stop[],
  after: readonly DriveStop[],
): Stop[] {
  return before.filter(
    ({ id, status, gate }) =>
      !isEnded(status) && gate !== 'back' && !after.some((one) => one.id === id),
  );
}

/** "Stops 14 to 36 were handed to Ana Lee." One for each driver who has them now. */
export function handedOverTexts(stops: readonly { stop: number; to: string }[]): string[] {
  return [...Map.groupBy(stops, ({ to }) => to)].map(([to, given]) => {
    const numbers = given.map(({ stop }) => stop).toSorted((a, b) => a - b);
    const verb = numbers.length === 1 ? 'was' : 'were';
    return `${numbers.length === 1 ? 'Stop' : 'Stops'} ${stopNumbers(numbers)} ${verb} handed to ${to}.`;
  });
}

/** "3, 5 to 9 and 12". In sequence. */
export function stopNumbers(numbers: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last?.to === number - 1) last.to = number;
    else parts.push({ from: number, to: number });
  }
  const words = parts.flatMap(({ from, to }) => {
    if (from === to) return [`${from}`];
    return to === from + 1 ? [`${from}`, `${to}`] : [`${from} to ${to}`];
  });
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

// How far the deliveries of a window have come, in words.

/** How many deliveries are in each state; cancelled ones are no longer stops. */
export type DeliveryCounts = Record<ReportedStatus, number>;

export function countByStatus(statuses: readonly DeliveryStatus[]): DeliveryCounts {
  const counts: DeliveryCounts = {
    planned: 0,
    cooked: 0,
    packed: 0,
    out: 0,
    delivered: 0,
    missed: 0,
  };
  for (const status of statuses) if (status !== 'cancelled') counts[status] += 1;
  return counts;
}

export function totalOf(counts: DeliveryCounts): number {
  return REPORTED_STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

/** What is furthest from being planned comes first, after what went wrong. */
const OTHERS = ['missed', 'out', 'packed', 'cooked', 'planned'] as const;

/** "12 of 31 delivered, 1 not delivered, 4 on the way". */
export function progressText(statuses: readonly DeliveryStatus[]): string {
  return describeCounts(countByStatus(statuses));
}

export function describeCounts(counts: DeliveryCounts): string {
  const others = OTHERS.filter((status) => counts[status] > 0).map(
    (status) => `${counts[status]} ${DELIVERY_STATUS_LABELS[status].toLowerCase()}`,
  );
  return [`${counts.delivered} of ${totalOf(counts)} delivered`, ...others].join(', ');
}

// Deliveries of a day that has passed, which staff write down as delivered or missed.

/** When they were left, or not: all at one time of their day, or at none that anyone knows. */
export type EndedAt = Untimed | { minuteOfDay: number };

export type Ending = 'delivered' | 'missed';

export function isEnding(status: string): status is Ending {
  return status === 'delivered' || status === 'missed';
}

export function instantOfEnding(
  date: PlainDate,
  { minuteOfDay }: { minuteOfDay: number },
  timeZone: string,
): Instant {
  return instantOf({ date, minuteOfDay }, timeZone);
}

/** Whether any of their customers hears of it unless staff say otherwise. */
export function isToldByDefault(
  status: Ending,
  ended: { slots: readonly SlotKey[]; at: EndedAt },
  { now, timeZone }: { now: Instant; timeZone: string },
): boolean {
  const { slots, at } = ended;
  return slots.some((slot) => {
    const isTimeKnown = typeof at === 'object';
    const instant = isTimeKnown
      ? instantOfEnding(slot.date, at, timeZone)
      : untimed({ ...slot, statusAt: null }, at, now, { timeZone });
    const delivery = { status, windowEndsAt: instant, isGivenHeld: false };
    const state = { timeZone, delivery, isTimeKnown, isOpen: true, until: null, isAsked: false };
    return maySend(`delivery_${status}`, 'email', { at: instant, now }, state).may;
  });
}
