import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

/** When the kitchen is closed by now: a day was closed or opened since the page came. */
export const closuresQuery = queryOptions<BusinessFacts['closures']>({
  queryKey: ['closures'],
  queryFn: skipToken,
});

/** The facts of the page, with the closures of now. */
export function useOpenBusiness(): BusinessFacts {
  const { business } = useConfig();
  const { data: closures = business.closures } = useQuery(closuresQuery);
  return { ...business, closures };
}
