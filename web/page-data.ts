/** What a page was rendered with, and travels with it so that the browser asks for none of it again. */
import type { QueryClient } from '@tanstack/react-query';
import type { ConfigReply } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import { configQuery } from '#web/api/config.ts';
import { mealsQuery } from '#web/api/meals.ts';

export const PAGE_DATA_ID = 'page-data';

export type PageData = {
  config: ConfigReply;
  /** Only on pages that show the menu. */
  meals?: MealReply[];
};

export function seedQueries(client: QueryClient, data: PageData): void {
  client.setQueryData(configQuery.queryKey, data.config);
  if (data.meals) client.setQueryData(mealsQuery.queryKey, data.meals);
}
