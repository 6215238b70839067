/** What is served, and the plans that it is a share of. */
import * as a from './fact-kinds.ts';
import * as list from './fact-lists.ts';

export const SERVICE_FACTS = {
  services: a.fact(list.services(), {
    label: 'What you serve',
    changes: 'What the menu and new orders have. What is booked stays.',
  }),
  /** Calories of a whole day, ascending; each service provides 30% of them (`planServiceKcal`). */
  caloriePlans: a.fact(a.counts([1200, 1500, 1800], 'plans', { from: 800, to: 4000 }), {
    label: 'Calorie plans',
    changes: 'What new orders can choose. Existing orders keep theirs.',
  }),
  defaultCaloriePlan: a.fact(a.oneOfThose(1500), {
    label: 'Plan chosen first',
    changes: 'What the order page starts with.',
  }),
};
