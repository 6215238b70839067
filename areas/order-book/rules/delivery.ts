/**
 * The life of a delivery: everything of one order for one date and window. Who may move it from which state to which, and
 * what a report means that comes late, twice, or against another.
 */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

export const DELIVERY_STATUSES = [
  'planned',
  'cooked',
  'packed',
  'out',
  'delivered',
  'missed',
  'cancelled',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What staff report. A delivery is cancelled with its money and its place, which is another matter. */
export const REPORTED_STATUSES = [
  'planned',
  'cooked',
  'packed',
  'out',
  'delivered',
  'missed',
] as const satisfies readonly DeliveryStatus[];

export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

export const DRIVER_STATUSES = [
  'packed',
  'out',
  'delivered',
  'missed',
] as const satisfies readonly ReportedStatus[];

export type DriverStatus = (typeof DRIVER_STATUSES)[number];

export const DELIVERY_STATUS_LABELS: Record<DeliveryStatus, string> = {
  planned: 'Planned',
  cooked: 'Cooked',
  packed: 'Packed',
  out: 'On the way',
  delivered: 'Delivered',
  missed: 'Not delivered',
  cancelled: 'Cancelled',
};

/** Whose hands a report comes from. The office is owner and manager. */
export const REPORTERS = ['office', 'kitchen', 'packer', 'driver'] as const;

export type Reporter = (typeof REPORTERS)[number];

/** For no further interest to the kitchen or the road today. */
const ENDED: readonly DeliveryStatus[] = ['delivered', 'missed', 'cancelled'];

export function isEnded(status: DeliveryStatus): boolean {
  return ENDED.includes(status);
}

export const OPEN_DELIVERY_STATUSES = DELIVERY_STATUSES.filter((status) => !isEnded(status));

const KITCHEN: readonly Reporter[] = ['office', 'kitchen'];
const PACKER: readonly Reporter[] = ['office', 'packer'];
const ROAD: readonly Reporter[] = ['office', 'driver'];
const OFFICE: readonly Reporter[] = ['office'];

/** From, to: who may. What stands nowhere here nobody may. */
const STEPS: Record<DeliveryStatus, Partial<Record<ReportedStatus, readonly Reporter[]>>> = {
  planned: { cooked: KITCHEN, packed: PACKER, out: ROAD, delivered: ROAD, missed: ROAD },
  cooked: { planned: KITCHEN, packed: PACKER, out: ROAD, delivered: ROAD, missed: ROAD },
  packed: { planned: OFFICE, cooked: PACKER, out: ROAD, delivered: ROAD, missed: ROAD },
  out: { planned: OFFICE, cooked: OFFICE, packed: ROAD, delivered: ROAD, missed: ROAD },
  // An ending is corrected: `isCorrection`.
  delivered: {},
  missed: { out: ROAD, delivered: ROAD },
  // The food was brought all the same: a fact, whatever the books say.
  cancelled: { delivered: ROAD },
};

export function mayMove(from: DeliveryStatus, to: ReportedStatus, by: Reporter): boolean {
  return STEPS[from][to]?.includes(by) ?? false;
}

/** Why a delivery needs a person. */
export const DELIVERY_FLAGS = ['after_cancel', 'two_reports', 'other_driver'] as const;

export type DeliveryFlag = (typeof DELIVERY_FLAGS)[number];

export function flagText({ flag, status }: { flag: DeliveryFlag; status: DeliveryStatus }): string {
  switch (flag) {
    case 'after_cancel':
      return status === 'out'
        ? 'Cancelled while on the road: the driver brings it back'
        : 'Delivered although it was cancelled';
    case 'two_reports':
      return 'Reported both as delivered and as not delivered';
    case 'other_driver':
      return 'Reported by a driver who didn’t have it';
  }
}

export type DeliveryState = {
  status: DeliveryStatus;
  /** When it came to be so; null: since it was ordered. */
  statusAt: Instant | null;
  /** Who reported it; null: nobody, or the system. */
  statusBy: string | null;
  /** The date it had at the time of the report. */
  date: PlainDate;
};

export type DeliveryReport = {
  status: ReportedStatus;
  at: Instant;
  /** The day of `at` where the kitchen is. */
  day: PlainDate;
  by: Reporter;
  staffId: string;
  /** For a driver's report; omitted: theirs. */
  owner?: StopOwner;
  /** Empty: none was given. */
  reason: string;
  /** The day on which we hear of it, where the kitchen is. */
  today: PlainDate;
  /** A driver's own report is what stands, and this says that it was wrong. */
  corrects?: boolean;
};

const CORRECTED_FOR_DAYS = 7;

/** So long the office may correct how a delivery ended. */
export function mayCorrect(date: PlainDate, today: PlainDate): boolean {
  return today <= addDays(date, CORRECTED_FOR_DAYS);
}

export type ReportJudgement =
  /** `isTold` false: the customer hears of it from a person. */
  | { outcome: 'set'; flag: DeliveryFlag | null; isTold: boolean }
  /** Known already, or overtaken: it stays in the history, and nobody is told. `setsTime`: it says better when. */
  | { outcome: 'noted'; flag: DeliveryFlag | null; setsTime: boolean }
  | {
      outcome: 'refused';
      code:
        | 'not_yet'
        | 'not_possible'
        | 'reason_missing'
        | 'not_started'
        | 'not_yours'
        | 'too_late';
      message: string;
    };

const NOTED = { outcome: 'noted', flag: null, setsTime: false } as const satisfies ReportJudgement;

/**
 * What a report makes of a delivery. Times of the door count, not times of arrival here, so that reports which come late
 * or out of sequence end like those that came in time. Of two endings `delivered` wins: the food is there.
 */
export function judgeReport(delivery: DeliveryState, report: DeliveryReport): ReportJudgement {
  const verdict = judge(delivery, report);
  const { owner = 'theirs' } = report;
  // What happened at the door outranks whose stop it is, but a person looks at it: the other driver may be on the way.
  if (verdict.outcome === 'set' && owner !== 'theirs' && isEnded(report.status)) {
    const wasTheirs = owner === 'given_on' || owner === 'taken_before';
    return {
      ...verdict,
      flag: verdict.flag ?? 'other_driver',
      isTold: verdict.isTold && wasTheirs,
    };
  }
  return verdict;
}

function judge(delivery: DeliveryState, report: DeliveryReport): ReportJudgement {
  const refusal = refusalOf(delivery, report);
  if (refusal) return refusal;
  if (isCorrection(delivery, report))
    return correctionRefusal(delivery, report) ?? { outcome: 'set', flag: null, isTold: true };
  const isOvertaken = delivery.statusAt !== null && report.at < delivery.statusAt;
  if (delivery.status === report.status)
    // The first to bring it was there; of anything else the last word counts.
    return { ...NOTED, setsTime: (report.status === 'delivered') === isOvertaken };
  if (report.by === 'driver' && report.status === 'missed' && isNotToMiss(delivery.status))
    return { ...NOTED, flag: contradictionIn(delivery, delivery.statusAt, report, report.at) };
  if (report.status === 'delivered' && mayMove(delivery.status, 'delivered', report.by))
    return delivered(delivery, report);
  if (isOvertaken) return NOTED;
  if (!mayMove(delivery.status, report.status, report.by))
    return notPossible(delivery.status, report.status);
  return { outcome: 'set', flag: null, isTold: true };
}

/**
 * Whether it says that an ending was wrong. Drivers correct what they reported themselves, the office any; the time of the
 * door does not matter, for the wrong report has one too.
 */
function isCorrection({ status }: DeliveryState, report: DeliveryReport): boolean {
  if (status !== 'delivered' && status !== 'missed') return false;
  if (report.by === 'driver')
    return report.corrects === true && (report.status === 'out' || report.status === 'delivered');
  const isElsewhere = report.status === 'delivered' && report.reason !== '';
  return report.by === 'office' && (report.status !== status || isElsewhere);
}

function correctionRefusal(
  { date }: DeliveryState,
  { by, day, today }: DeliveryReport,
): ReportJudgement | null {
  const tooLate = (message: string) => ({ outcome: 'refused', code: 'too_late', message }) as const;
  if (by === 'driver')
    return day === date ? null : tooLate('This stop is for another day. Call the office.');
  return mayCorrect(date, today)
    ? null
    : tooLate(`This delivery was more than ${CORRECTED_FOR_DAYS} days ago. It stays as it is.`);
}

/** A driver's report cannot take back what is settled; a person looks at it. */
function isNotToMiss(status: DeliveryStatus): boolean {
  return status === 'delivered' || status === 'cancelled';
}

function delivered(delivery: DeliveryState, report: DeliveryReport): ReportJudgement {
  if (delivery.status === 'cancelled')
    return { outcome: 'set', flag: 'after_cancel', isTold: false };
  const isAfterAll = delivery.status === 'missed';
  const flag = isAfterAll ? contradictionIn(delivery, report.at, report, delivery.statusAt) : null;
  return { outcome: 'set', flag, isTold: true };
}

/** Missed at first, and delivered later by the same person, is no contradiction. */
function contradictionIn(
  { status, statusBy }: DeliveryState,
  deliveredAt: Instant | null,
  { staffId }: DeliveryReport,
  missedAt: Instant | null,
): DeliveryFlag | null {
  if (status === 'cancelled') return null;
  const isAfterAll = deliveredAt !== null && missedAt !== null && missedAt <= deliveredAt;
  return isAfterAll && statusBy === staffId ? null : 'two_reports';
}

function refusalOf(delivery: DeliveryState, report: DeliveryReport): ReportJudgement | null {
  const { owner = 'theirs' } = report;
  const isFact = isEnded(report.status);
  if (!isFact && owner === 'nobodys')
    return { outcome: 'refused', code: 'not_started', message: 'Start this run first.' };
  if (!isFact && (owner === 'taken_before' || owner === 'anothers'))
    return {
      outcome: 'refused',
      code: 'not_yours',
      message: 'Another driver has this stop. Call the office.',
    };
  const isOfTheDay = (['out', 'delivered', 'missed'] as const).some((one) => one === report.status);
  if (isOfTheDay && delivery.date > report.day) {
    const label = DELIVERY_STATUS_LABELS[report.status].toLowerCase();
    const message = `This delivery is for a later day. It can’t be ${label} yet.`;
    return { outcome: 'refused', code: 'not_yet', message };
  }
  if (report.reason !== '' || delivery.status === report.status) return null;
  const isOffice = report.by === 'office' && isCorrection(delivery, report);
  if (report.status === 'missed' || isOffice)
    return { outcome: 'refused', code: 'reason_missing', message: 'Enter the reason.' };
  return null;
}

function notPossible(from: DeliveryStatus, to: ReportedStatus): ReportJudgement {
  const is = DELIVERY_STATUS_LABELS[from].toLowerCase();
  const becomes = DELIVERY_STATUS_LABELS[to].toLowerCase();
  return {
    outcome: 'refused',
    code: 'not_possible',
    message: `This delivery is ${is}. It can’t become ${becomes}.`,
  };
}

/** How long anyone who changed a state may take it back, and the message waits. */
export const UNDO_SECONDS = 10;

// Whose stop a delivery is, and was.

/**
 * For a delivery, for the driver who reports. `given_on`: theirs at the time of the report, and another's now. `taken_before`:
 * another's already at that time. `nobodys`: nobody has it, nor had they at that time. `anothers`: they never had it.
 */
export type StopOwner = 'theirs' | 'given_on' | 'taken_before' | 'nobodys' | 'anothers';

/** Since when a driver had it; null: nobody. In sequence; before the first it was nobody's. */
export type Turn = { driverId: string | null; at: Instant };

export function ownerAt(
  delivery: { driverId: string | null },
  turns: readonly Turn[],
  { driverId, at }: { driverId: string; at: Instant },
): StopOwner {
  if (delivery.driverId === driverId) return 'theirs';
  const hadIt = turns.findLast((turn) => turn.at <= at)?.driverId === driverId;
  if (delivery.driverId === null) return hadIt ? 'theirs' : 'nobodys';
  if (hadIt) return 'given_on';
  return turns.some((turn) => turn.driverId === driverId) ? 'taken_before' : 'anothers';
}

/** Whether it was this driver's, or with null nobody's, at some time of a day. */
export function wasWith(
  turns: readonly Turn[],
  driverId: string | null,
  day: { from: Instant; until: Instant },
): boolean {
  const all: Turn[] = [{ driverId: null, at: -Infinity }, ...turns];
  return all.some(
    (turn, index) =>
      turn.driverId === driverId &&
      turn.at < day.until &&
      (all[index + 1]?.at ?? Infinity) > day.from,
  );
}

/** What a customer may be offered after we could not leave their meals; `ordering/change/missed-choice.ts` says when. */
export const MISSED_CHOICES = ['again', 'refund', 'call'] as const;
export type MissedChoice = (typeof MISSED_CHOICES)[number];

/** What is said at a door. With one tap, in words that the customer reads; anything else staff write themselves. */

/** For a bag with a portion on hold, on phone and paper: never why, for drivers see no health data. */
export const STOP = 'HOLD: do not hand over. Call the kitchen';

/** For a bag whose order was cancelled on the way. */
export const BRING_BACK = 'CANCELLED. Do not hand this over. Bring it back';

export const MISSED_REASONS = [
  'No one home',
  'Wrong address',
  'Dog or locked gate',
  'Refused',
  'Damaged',
  'Unsafe to deliver',
] as const;

/** Each place with what follows "left". */
const PLACES: Record<string, string> = {
  'Front door': 'at the front door',
  'In hand': 'in your hands',
};

export const DOOR_PLACES = Object.keys(PLACES);

/** "left …": "at the front door", or the driver's own words. */
export function placeWords(place: string): string {
  return PLACES[place] ?? place.slice(0, 1).toLowerCase() + place.slice(1);
}
