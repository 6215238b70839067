/** What must be so before a delivery takes its next step, and who may say that it goes all the same: one table for every door. Ours. */
import type {
  DeliveryStatus,
  ReportedStatus,
  Reporter,
} from '#areas/order-book/rules/delivery-status.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';

/** What can be confirmed. Nothing opens a hold. */
export const CONFIRMABLE = [
  'not_ticked',
  'not_checked',
  'no_card',
  'short',
  'not_packed',
  'too_early',
] as const;
export type Confirmable = (typeof CONFIRMABLE)[number];

type StepCode = Confirmable | 'allergy_open' | 'reading_open' | 'undecided' | 'nothing_packed';

/** A refused step; `canConfirm`: whoever asked may ask again with `confirm: [code]`. */
export type StepRefusal = { code: StepCode; message: string; canConfirm: boolean };

/** What a step is judged by. */
export type StepGate = {
  /** Of the first portion on hold that is not left out: why, and where it is settled. Null: none. */
  held: string | null;
  /** Which reading of its food failed without anyone saying what was done. Null: none. */
  failedFood: string | null;
  /** Whether its order is to be cooked at all is not decided. */
  isUndecided: boolean;
  portions: { open: number; missing: number; all: number };
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
export type DeliveryStep = (typeof STEPS)[number];

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
      missing === all ? 'Nothing is in this bag. Call the office.' : null,
  },
  {
    code: 'short',
    steps: ['pack'],
    confirmedBy: ['packer', 'office'],
    why: ({ portions: { missing } }) =>
      missing > 0 ? `${portionsText(missing)} missing. Send it short?` : null,
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
  { by, confirm }: { by: Reporter; confirm: readonly Confirmable[] },
): StepRefusal | null {
  for (const { code, steps, confirmedBy, why } of BARS) {
    const message = steps.includes(step) ? why(gate, by) : null;
    if (message === null) continue;
    const canConfirm = confirmedBy.includes(by);
    if (canConfirm && confirm.some((one) => one === code)) continue;
    return { code, message, canConfirm };
  }
  return null;
}

/** Of what `by` confirms: what was in the way of a step that is taken. */
export function confirmedFor(
  step: DeliveryStep,
  gate: StepGate,
  { by, confirm }: { by: Reporter; confirm: readonly Confirmable[] },
): Confirmable[] {
  return confirm.filter((code) =>
    BARS.some((bar) => bar.code === code && bar.steps.includes(step) && bar.why(gate, by) !== null),
  );
}

function portionsText(count: number): string {
  return count === 1 ? '1 portion is' : `${count} portions are`;
}
