import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  // Loaded only to ask: pages with the menu come with it, and the contract's schemas are a quarter of their scripts.
  queryFn: async ({ signal }) => call((await import('#contract/meals.ts')).listMeals, { signal }),
});
