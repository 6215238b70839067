/** The four steps of the wizard, and the current one from the URL. Spec 2, 4. */

export const STEP_TITLES = [
  'Number of People',
  'Meal Selection',
  'Customer Info',
  'Order Summary',
] as const;

export type Step = 1 | 2 | 3 | 4;

/** The step that `?step=` requests, limited to those allowed so far; anything unreadable is the first. */
export function stepFrom(asked: string | null, furthest: Step): Step {
  const wished = ([1, 2, 3, 4] as const).find((step) => String(step) === asked) ?? 1;
  return wished > furthest ? furthest : wished;
}

/** Where to fix a problem found by the server; `field` is a path in the order, such as `customer.phone`. */
export function stepForField(field: string): Step {
  if (field.startsWith('customer') || field.startsWith('recipient')) return 3;
  return field.startsWith('people') ? 1 : 2;
}
