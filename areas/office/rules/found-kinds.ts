/** The groups of what the one search finds, in the sequence of equally good ones, with their headings. */
export const FOUND_GROUPS = {
  orders: 'Orders',
  deliveries: 'Deliveries',
  customers: 'Customers',
  meals: 'Meals',
  recipes: 'Recipes and ingredients',
  suppliers: 'Suppliers',
} as const;

export type FoundKind = keyof typeof FOUND_GROUPS;

export const FOUND_KINDS = Object.keys(FOUND_GROUPS) as [FoundKind, ...FoundKind[]];
