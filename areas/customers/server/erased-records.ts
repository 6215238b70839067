/** What is left of records about a customer's orders once the customer is erased. */
import {
  isPlanState,
  type PrintoutBag,
  type PrintoutState,
} from '#areas/printouts/rules/printout-state.ts';
import { erasedName } from '#areas/order-book/rules/erased-person.ts';

export const ERASED = 'erased';

/** What the audit trail says of an order, and not of its customer. */
const ABOUT_THE_ORDER = new Set([
  'amount',
  'deliveryFee',
  'deliveryPreference',
  'deliveryType',
  'failureReason',
  'isPinned',
  'noteId',
  'paid',
  'refund',
  'refundCents',
  'refundId',
  'state',
  'status',
  'total',
  'version',
]);

/** One side of an audited change: that a detail was changed stays, what it said goes. */
export function eraseAudited(side: unknown): unknown {
  if (typeof side !== 'object' || side === null) return side;
  return Object.fromEntries(
    Object.entries(side).map(([field, value]) => [field, eraseValue(field, value)]),
  );
}

function eraseValue(field: string, value: unknown): unknown {
  if (value === null || ABOUT_THE_ORDER.has(field)) return value;
  if (field === 'items' && Array.isArray(value)) return value.map(withoutName);
  return ERASED;
}

/** "Mia: Chicken bowl (lunch), …": names may contain colons, so everything up to the last one goes. */
function withoutName(item: unknown): string {
  const [, meal] = /^.*: (.+)$/s.exec(String(item)) ?? [];
  return meal ?? ERASED;
}

const FACTS_ABOUT_THE_ORDER = new Set([
  'Window',
  'Warm or cold',
  'Portions',
  'Decision',
  'On the labels',
  'Hold',
]);

/** The same printout without the customer of these orders. A plan names nobody. */
export function erasePrintout(state: PrintoutState, orderIds: ReadonlySet<number>): PrintoutState {
  if (isPlanState(state)) return state;
  return state.map((bag) => (orderIds.has(bag.orderId) ? eraseBag(bag) : bag));
}

function eraseBag(bag: PrintoutBag): PrintoutBag {
  const names = [...new Set(bag.meals.map(({ personName }) => personName))];
  return {
    ...bag,
    facts: Object.fromEntries(
      Object.entries(bag.facts).map(([fact, value]) => [
        fact,
        FACTS_ABOUT_THE_ORDER.has(fact) || value === '' ? value : ERASED,
      ]),
    ),
    meals: bag.meals.map((meal) => ({
      ...meal,
      personName: erasedName(names.indexOf(meal.personName) + 1),
    })),
  };
}
