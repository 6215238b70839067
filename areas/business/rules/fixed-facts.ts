import * as a from './fact-kinds.ts';
import { MOST_FEE } from './fact-table.ts';

/** No owner sets these. */
export const FIXED_FACTS = {
  taxCents: a.fact(a.cents(0, MOST_FEE), {
    label: 'Tax on each order',
    changes: 'Added to new orders. Usually none.',
  }),
  /** False until the owner opens the kitchen; it is never switched off again: to stop, the kitchen closes. */
  ordersOpen: a.fact(
    { ...a.yesNo(true), field: null },
    { label: 'Open for orders', changes: 'From the launch date on, everyone can order.' },
  ),
  currency: a.fact(a.oneCurrency(), { label: 'Currency', changes: 'Always Australian dollars.' }),
};
