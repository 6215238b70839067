/** What was wrong with a delivery, as its customer reports it, and by when staff decide it. Ours. */
import { HOUR_MS } from '#platform/rules/durations.ts';
import type { ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import type { Instant, WallTime } from '#platform/rules/zoned-time.ts';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { readFoodNote, tellsOfReaction } from '#areas/needs/rules/food-notes/read-food-note.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { SlotKey, SlotState } from '#areas/business/rules/delivery-slots.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { placesFree } from '#areas/order-book/rules/slot-week.ts';
import type { Order } from '#areas/order-book/rules/order.ts';

export const PROBLEM_KIND_LABELS: Record<ProblemKind, string> = {
  allergy: 'An allergen, or a reaction to a meal',
  unsafe: 'Not cold, spoiled or unsafe to eat',
  missing: 'A meal was missing',
  wrong_meal: 'The wrong meal',
  damaged: 'Damaged or leaking',
  late: 'Too late',
  other: 'Something else',
};

export const LONGEST_PROBLEM_TEXT = 1000;
export const LONGEST_PROBLEM_ANSWER = 2000;
export const MOST_PROBLEM_PHOTOS = 3;
/** Open ones of an order at a time: more is one conversation on the phone. */
export const MOST_OPEN_PROBLEMS = 5;

export function problemDueAt(reportedAt: Instant, replyHours: number): Instant {
  return reportedAt + replyHours * HOUR_MS;
}

/** The urgent ones first, then by the time that was promised. For sorting. */
export function compareProblems(
  one: { isUrgent: boolean; dueAt: Instant },
  other: { isUrgent: boolean; dueAt: Instant },
): number {
  return Number(other.isUrgent) - Number(one.isUrgent) || one.dueAt - other.dueAt;
}

/** Whether a problem may put someone in danger. Apart from the rest of the rules: reading free text is large, and browsers need it not. */
type ReportedProblem = {
  kind: ProblemKind;
  text: string;
  /** Whom the meals were for. */
  people: readonly ({ name: string } & Parameters<typeof isCareful>[0])[];
};

/**
 * Whether someone may be in danger: an allergen or unsafe food, as chosen or as their words say it, or another meal than
 * theirs for a person with something that must not be on their plate. Rather once too often.
 */
export function isUrgentProblem({ kind, text, people }: ReportedProblem): boolean {
  if (kind === 'allergy' || kind === 'unsafe') return true;
  if (kind === 'wrong_meal' && people.some(isCareful)) return true;
  const names = people.map(({ name }) => name);
  return (
    FOOD_DANGER.test(text) ||
    tellsOfReaction(text, names) ||
    readFoodNote(text, names).allergens.length > 0
  );
}

const FOOD_DANGER =
  /\b(allerg|anaphyl|epipen|reaction|swollen|swelling|hives|hospital|ambulance|poison|vomit|sick|ill\b|mould|glass|metal|choke|choking)/i;

// When meals that were wrong can be brought again. The server takes the place itself.

/** Later than this, a refund is kinder. */
export const NEW_DELIVERY_DAYS = 7;
const MOST_WINDOWS = 8;

type NewDeliveryFacts = Pick<BusinessFacts, 'deliveryWindows' | 'closures' | 'slotCapacity'>;

/** Whether we deliver then at all, and the order has nothing else that day; whether it is full, the slot's own guard says. */
export function isNewDeliverySlot(
  order: Pick<Order, 'deliveries'>,
  slot: SlotKey,
  now: WallTime,
  facts: Pick<NewDeliveryFacts, 'deliveryWindows' | 'closures'>,
): boolean {
  return (
    slot.date < addDays(now.date, NEW_DELIVERY_DAYS) &&
    !hasDeliveryOn(order, slot.date) &&
    windowsOn(facts, slot.date).includes(slot.window) &&
    !hasBegun(slot, now)
  );
}

/** Free windows on days on which the order has no other delivery, the soonest first. `slots`: those that are set. */
export function newDeliveryWindows(
  order: Pick<Order, 'deliveries'>,
  slots: readonly (SlotKey & SlotState)[],
  now: WallTime,
  facts: NewDeliveryFacts,
): SlotKey[] {
  const days = Array.from({ length: NEW_DELIVERY_DAYS }, (_, ahead) => addDays(now.date, ahead));
  return days
    .flatMap((date) => windowsOn(facts, date).map((window) => ({ date, window })))
    .filter((slot) => isNewDeliverySlot(order, slot, now, facts))
    .filter(({ date, window }) => {
      const set = slots.find((slot) => slot.date === date && slot.window === window);
      return (set ? placesFree(set) : facts.slotCapacity.default) > 0;
    })
    .slice(0, MOST_WINDOWS);
}

/** Its meals would join what is there, and may be at the door already. */
function hasDeliveryOn({ deliveries }: Pick<Order, 'deliveries'>, date: PlainDate): boolean {
  return deliveries.some((delivery) => delivery.date === date && delivery.status !== 'cancelled');
}

function hasBegun({ date, window }: SlotKey, now: WallTime): boolean {
  return date < now.date || (date === now.date && now.minuteOfDay >= minutesOf(window).startMinute);
}
