import { queryOptions } from '@tanstack/react-query';
import { listMeals } from '#contract/meals.ts';
import { call } from '../client.ts';

export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  queryFn: ({ signal }) => call(listMeals, { signal }),
});
