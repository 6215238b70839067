import {
  isPlanState,
  type PrintoutBag,
  type PrintoutState,
} from '#areas/printouts/rules/printout-state.ts';
import { ERASED, erasedName } from '#areas/order-book/rules/erased-person.ts';

const FACTS_ABOUT_THE_ORDER = new Set([
  'Window',
  'Warm or cold',
  'Portions',
  'Decision',
  'On the labels',
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
