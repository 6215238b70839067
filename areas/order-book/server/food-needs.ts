import { ne, or, type SQL, sql } from 'drizzle-orm';
import { people } from '#areas/order-book/server/tables/people.ts';

/** As `hasFoodNeeds` of a row of `people`, so that the others need not be read. */
export function rowHasFoodNeeds(): SQL | undefined {
  return or(
    sql`cardinality(${people.allergens}) > 0`,
    sql`cardinality(${people.avoid}) > 0`,
    sql`cardinality(${people.diets}) > 0`,
    ne(people.note, ''),
  );
}
