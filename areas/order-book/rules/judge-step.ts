/** What must be so before a delivery takes its next step, and who may say that it goes all the same: one table for every door. Ours. */
import {
  type DeliveryStatus,
  type ReportedStatus,
  type Reporter,
  STOP,
  isEnded,
} from '#areas/order-book/rules/delivery.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { canCancelOrder, type OrderStatus } from '#areas/order-book/rules/order-status.ts';

/** What can be confirmed. Nothing opens a hold; `given_held` only says that they have it already. */
export const CONFIRMABLE = [
  'not_ticked',
  'not_checked',
  'no_card',
  'not_packed',
  'too_early',
  'given_held',
] as const;
export type Confirmable = (typeof CONFIRMABLE)[number];

/** What was said of a step that was taken. A short bag is confirmed by naming what is missing. */
export type Confirmed = Confirmable | 'short';

export type StepCode = Confirmed | 'allergy_open' | 'reading_open' | 'undecided' | 'nothing_packed';

/** A portion that a packer could not put into the bag. */
export type MissingPortion = { itemId: number; mealName: string; personName: string };

/**
 * A refused step. `canConfirm`: anyone who asked may ask again with `confirm: [code]`; of a short bag with `isShort`, the items of
 * all that is `missing`.
 */
export type StepRefusal = {
  code: StepCode;
  message: string;
  canConfirm: boolean;
  missing?: readonly MissingPortion[];
};

export type StepWords = {
  by: Reporter;
  confirm: readonly Confirmable[];
  /** Portions that the bag goes without. */
  isShort: readonly number[];
};

export type StepGate = {
  /** For the first portion on hold that is not left out: why, and where it is settled. Null: none. */
  held: string | null;
  /** Which reading of its food failed without anyone saying what was done. Null: none. */
  failedFood: string | null;
  /** Whether its order is to be cooked at all is not decided. */
  isUndecided: boolean;
  portions: { open: number; missing: readonly MissingPortion[]; all: number };
  /** Those with needs whose food nobody has looked at since it is in the bag. */
  unchecked: readonly string[];
  /** A present whose card is not in. */
  lacksCard: boolean;
  /** Until its window opens; negative: since. */
  minutesEarly: number;
  /** In minutes of the day. */
  opensAt: number;
  /** A run may leave so many minutes before. */
  mayLeaveEarly: number;
};

const STEPS = ['cook', 'pack', 'leave', 'leave_unpacked'] as const;
/** `hand_over`: only as a driver says it at the door. */
export type DeliveryStep = (typeof STEPS)[number] | 'hand_over';

/** Null: it holds nothing up, such as a hand-over, which has happened, or a bag that comes back. */
export function stepOf(from: DeliveryStatus, to: ReportedStatus): DeliveryStep | null {
  const isOnBench = from === 'planned' || from === 'cooked';
  if (from === 'planned' && to === 'cooked') return 'cook';
  if (isOnBench && to === 'packed') return 'pack';
  if (to === 'out') return isOnBench ? 'leave_unpacked' : from === 'delivered' ? null : 'leave';
  return null;
}

type Bar = {
  code: StepCode;
  steps: readonly DeliveryStep[];
  /** Who may confirm; the office is owner and manager. */
  confirmedBy: readonly Reporter[];
  /** Null: nothing is in the way. */
  why: (gate: StepGate, by: Reporter) => string | null;
};

const LEAVING = ['leave', 'leave_unpacked'] as const;

/** In the sequence in which they are asked. */
const BARS: readonly Bar[] = [
  {
    code: 'allergy_open',
    steps: STEPS,
    confirmedBy: [],
    why: ({ held }) => held,
  },
  {
    code: 'given_held',
    steps: ['hand_over'],
    confirmedBy: ['driver'],
    why: ({ held }) => (held === null ? null : `${STOP}.`),
  },
  {
    code: 'reading_open',
    steps: ['pack', 'leave_unpacked'],
    confirmedBy: [],
    why: ({ failedFood }) => failedFood,
  },
  {
    code: 'undecided',
    steps: LEAVING,
    confirmedBy: [],
    why: ({ isUndecided }) =>
      isUndecided ? 'This order waits for a decision. Decide it first.' : null,
  },
  {
    code: 'too_early',
    steps: LEAVING,
    confirmedBy: ['driver', 'office'],
    why: ({ minutesEarly, mayLeaveEarly, opensAt }) =>
      minutesEarly > mayLeaveEarly
        ? `This run starts at ${formatMinuteOfDay(opensAt)}. Does it leave now?`
        : null,
  },
  {
    code: 'not_ticked',
    steps: ['pack'],
    confirmedBy: ['office'],
    why: ({ portions: { open } }) => (open > 0 ? 'Not every portion is ticked yet.' : null),
  },
  {
    code: 'not_checked',
    // One that left without, and came back, leaves no second time without.
    steps: ['pack', ...LEAVING],
    confirmedBy: ['office'],
    why: ({ unchecked: [first] }, by) => {
      if (first === undefined) return null;
      // Who drives sees no health data.
      return by === 'driver'
        ? 'This bag isn’t checked yet. Ask the kitchen.'
        : `Check ${first}’s allergies first.`;
    },
  },
  {
    code: 'no_card',
    steps: ['pack'],
    confirmedBy: ['office'],
    why: ({ lacksCard }) => (lacksCard ? 'Put the card in first, and tick it.' : null),
  },
  {
    code: 'nothing_packed',
    steps: ['pack'],
    confirmedBy: [],
    why: ({ portions: { missing, all } }) =>
      missing.length === all ? 'Nothing is in this bag. Call the office.' : null,
  },
  {
    code: 'short',
    steps: ['pack'],
    confirmedBy: ['packer', 'office'],
    why: ({ portions: { missing } }) =>
      missing.length > 0 ? `${missingText(missing)} missing. Send it short?` : null,
  },
  {
    code: 'not_packed',
    steps: ['leave_unpacked'],
    confirmedBy: ['driver', 'office'],
    why: () => 'Nobody has packed this bag. Is it in the van?',
  },
];

/** The first thing in the way that `by` has not confirmed, or may not. */
export function judgeStep(
  step: DeliveryStep,
  gate: StepGate,
  words: StepWords,
): StepRefusal | null {
  const { by } = words;
  for (const { code, steps, confirmedBy, why } of BARS) {
    const message = steps.includes(step) ? why(gate, by) : null;
    if (message === null) continue;
    const canConfirm = confirmedBy.includes(by);
    if (canConfirm && isConfirmed(code, gate, words)) continue;
    return {
      code,
      message,
      canConfirm,
      ...(code === 'short' && { missing: gate.portions.missing }),
    };
  }
  return null;
}

/** For a short bag: every portion that is missing by now was named. */
function isConfirmed(code: StepCode, gate: StepGate, { confirm, isShort }: StepWords): boolean {
  return code === 'short'
    ? gate.portions.missing.every(({ itemId }) => isShort.includes(itemId))
    : confirm.some((one) => one === code);
}

/** For what `by` confirms: what was in the way of a step that is taken. */
export function confirmedFor(
  step: DeliveryStep,
  gate: StepGate,
  { by, confirm }: StepWords,
): Confirmed[] {
  return [...confirm, 'short' as const].filter((code) =>
    BARS.some((bar) => bar.code === code && bar.steps.includes(step) && bar.why(gate, by) !== null),
  );
}

/** "Laksa for Ben is", "Laksa for Ben, Dal for Mia are". */
function missingText(missing: readonly MissingPortion[]): string {
  const named = missing.map(({ mealName, personName }) => `${mealName} for ${personName}`);
  return `${named.join(', ')} ${named.length === 1 ? 'is' : 'are'}`;
}

// What is asked of one order before its status is set, and what many at once refuse instead of asking.

type Due = { date: PlainDate; status: DeliveryStatus };

/** Open deliveries of days after this one. */
export function stillToCome<Delivery extends Due>(
  deliveries: readonly Delivery[],
  today: PlainDate,
): Delivery[] {
  return deliveries.filter(({ date, status }) => date > today && !isEnded(status));
}

type RefusedOne = { code: string; message: string };

/**
 * Why an order among many is left as it is; null: it is set like a single one. What a single change would ask about is
 * left to its own page.
 */
export function refusalAmongMany(
  order: { status: OrderStatus; deliveries: readonly Due[] },
  to: OrderStatus,
  today: PlainDate,
): RefusedOne | null {
  const { status } = order;
  if (status === to) return { code: 'already_so', message: `It is already ${to}.` };
  if (status === 'cancelled')
    return {
      code: 'already_cancelled',
      message: 'It is cancelled. Reopen it on its own page: it needs its places again.',
    };
  if (to === 'cancelled' && !canCancelOrder(order))
    return {
      code: 'already_delivered',
      message: 'It is already delivered. Cancel it on its own page.',
    };
  if (to !== 'delivered') return null;
  const ahead = stillToCome(order.deliveries, today).length;
  if (ahead === 0) return null;
  const message = `${ahead === 1 ? '1 delivery is' : `${ahead} deliveries are`} still to come.`;
  return { code: 'still_to_come', message };
}
