import { and, eq, like, notExists, sql } from 'drizzle-orm';
import { editDistance } from '#platform/rules/edit-distance.ts';
import { editsAllowed, isNear } from '#platform/rules/search-key.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { anywhere } from '#areas/order-book/server/find-orders.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { searchWords } from '#areas/order-book/server/tables/search-words.ts';

const MOST = 12;
/** As the trigger gathers them. */
const SHORTEST = 4;

/** What a misspelled word of `searchKey` may have been meant to be: words of names and streets, with the fewest edits first. */
export async function findNearWords(
  tx: Transaction,
  word: string,
): Promise<{ word: string; edits: number }[]> {
  const edits = editsAllowed(word);
  if (edits === 0 || /\d/.test(word)) return [];
  // One edit, of two neighbours at most, leaves one of three parts as it is, and so do two edits apart.
  const third = Math.floor(word.length / 3);
  const parts = [word.slice(0, third), word.slice(third, -third), word.slice(-third)];
  const [start, middle, end] = parts.map((part) => anywhere(part));
  const { rows } = await tx.execute<{ word: string }>(sql`
    select ${searchWords.word} from ${searchWords}
    where length(${searchWords.word}) between ${word.length - edits} and ${word.length + edits}
      and (${searchWords.word} like ${start?.slice(1)} or ${searchWords.word} like ${middle}
        or ${searchWords.word} like ${end?.slice(0, -1)})`);
  return rows
    .filter((row) => row.word !== word && isNear(word, row.word))
    .map((row) => ({ word: row.word, edits: editDistance(word, row.word, edits) }))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MOST);
}

/** The words that orders have now: gone are those of a name that was corrected since, and no others. */
export async function sweepSearchWords(db: Database): Promise<void> {
  await db.execute(sql`
    with present as materialized (
      select distinct word from ${orders}, regexp_split_to_table(${orders.searchText}, '\\s+') as word
      where length(word) >= ${SHORTEST} and word !~ '[0-9@]'
    ),
    gone as (
      delete from ${searchWords} where ${searchWords.word} not in (select word from present)
    )
    insert into ${searchWords} (word) select word from present order by word on conflict do nothing`);
}

/** Once the orders are blanked: the words that no other order has. */
export async function eraseSearchWords(
  tx: Transaction,
  { orders: erased }: Pick<CustomerRows, 'orders'>,
): Promise<void> {
  const words = new Set(erased.flatMap(({ searchText }) => searchText.split(/\s+/)));
  for (const word of words) {
    if (word.length < SHORTEST) continue;
    await tx.delete(searchWords).where(
      and(
        eq(searchWords.word, word),
        notExists(
          tx
            .select({ id: orders.id })
            .from(orders)
            // The index finds it in longer words too.
            .where(
              and(
                like(orders.searchText, anywhere(word)),
                sql`${word} = any (regexp_split_to_array(${orders.searchText}, '\\s+'))`,
              ),
            ),
        ),
      ),
    );
  }
}
