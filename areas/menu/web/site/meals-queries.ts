import { queryOptions } from '@tanstack/react-query';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { call } from '#platform/web/api/client.ts';

export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  queryFn: ({ signal }) => call(listMeals, { signal }),
});
