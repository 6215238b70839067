import { callQuery } from '#platform/web/api/call-query.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';

export const mealsQuery = callQuery(['meals'], listMeals);
