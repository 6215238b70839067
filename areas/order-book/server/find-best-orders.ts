/** The few orders that fit a line of words best, for the one search. The list of orders has all, newest first: `find-orders.ts`. */
import { and, eq, exists, inArray, like, ne, or, type SQL, sql, notExists } from 'drizzle-orm';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { readingsOf } from '#areas/order-book/rules/order-search.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  RANK,
  searchKey,
  queryWords,
  wordInText,
  editsAllowed,
  isNear,
} from '#platform/rules/search-key.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import {
  anywhere,
  hasTrigram,
  isIndexed,
  LOOKED_THROUGH,
} from '#areas/order-book/server/find-orders.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { editDistance } from '#platform/rules/edit-distance.ts';
import type { CustomerRows } from '#platform/server/db/kept-table.ts';
import { searchWords } from '#areas/order-book/server/tables/search-words.ts';

export type BestOrder = {
  id: number;
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  suburb: string;
  status: OrderStatus;
  isTest: boolean;
  rank: number;
  /** The delivery that was asked for, else the next, else the last one. */
  date: PlainDate | null;
  window: DeliveryWindow | null;
};

type BestOrdersQuery = {
  q: string;
  today: PlainDate;
  suburbs: readonly ServedSuburb[];
  limit: number;
  /** Only orders with such a delivery. */
  on?: { date: PlainDate; windows: readonly DeliveryWindow[] } | undefined;
};

/** A word, and what else it may stand for, with so many edits. */
type Word = readonly { word: string; edits: number }[];
/** A search asks for one of them. */
type Reading = readonly Word[];

/** So many suffice for the customers among them too, who may have several each. */
export const MOST_RANKED = 30;
/** With fewer found as written, words are looked for that are spelled nearly so. */
const ENOUGH = 3;
const LEVELS = [RANK.inside, RANK.beginning, RANK.whole] as const;
type Level = (typeof LEVELS)[number];

/**
 * A whole number or phone first, then whole words, beginnings, parts, and what is spelled nearly so; of these the soonest
 * next delivery, then the newest order. Among the newest orders first, as the list does it: what these have plenty of is
 * not counted out over all.
 */
export async function findBestOrders(
  tx: Transaction,
  asked: BestOrdersQuery,
): Promise<BestOrder[]> {
  const words = queryWords(asked.q);
  const readings = readingsOf(asked.q, asked.suburbs).map((reading) =>
    queryWords(reading).map((word) => [{ word, edits: 0 }]),
  );
  const newest = await select(tx, asked, { readings, where: null });
  const worst = newest.length < asked.limit ? RANK.none : (newest.at(-1)?.rank ?? RANK.none);
  const better = LEVELS.find((level) => level > worst);
  const where = better === undefined ? undefined : indexedAt(readings, better);
  const found = where ? await select(tx, asked, { readings, where }) : [];
  const best = firstOf(asked.limit, found, newest).map((order) => ({
    ...order,
    rank: isExact(order, words) ? RANK.exact : order.rank,
  }));
  if (best.length >= Math.min(ENOUGH, asked.limit) || words.length === 0) return sorted(best);
  const near = await nearReading(tx, words);
  const nearWhere = near && indexedAt([near], RANK.inside);
  if (!nearWhere) return sorted(best);
  const nearly = await select(tx, asked, { readings: [near], where: nearWhere });
  return firstOf(
    asked.limit,
    sorted(best),
    nearly.map((order) => ({ ...order, rank: RANK.nearly })),
  );
}

function sorted(found: readonly BestOrder[]): BestOrder[] {
  return found.toSorted((a, b) => b.rank - a.rank);
}

/** Each once, in the sequence of the lists. */
function firstOf(limit: number, ...lists: readonly (readonly BestOrder[])[]): BestOrder[] {
  const byId = new Map(lists.toReversed().flatMap((list) => list.map((one) => [one.id, one])));
  return [...new Set(lists.flatMap((list) => list.map(({ id }) => id)))]
    .flatMap((id) => byId.get(id) ?? [])
    .slice(0, limit);
}

/** A number may be asked for without the kitchen's initials. */
function isExact({ number, phone, rank }: BestOrder, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const [joined, key] = [words.join(''), searchKey(number)];
  const withoutInitials = searchKey(number.replace(/^[^-]*-/, ''));
  if (joined === key || joined === withoutInitials) return true;
  return rank === RANK.whole && words.includes(searchKey(phone));
}

/** Null: no word is near to any. */
async function nearReading(tx: Transaction, words: readonly string[]): Promise<Reading | null> {
  const near: Word[] = [];
  for (const word of words) near.push([{ word, edits: 0 }, ...(await findNearWords(tx, word))]);
  return near.every(({ length }) => length === 1) ? null : near;
}

/** Undefined: no word is in the index. Then they occur in so many orders that the newest ones suffice. */
function indexedAt(readings: readonly Reading[], level: Level): SQL | undefined {
  const known = readings.map((reading) =>
    reading.filter((word) => word.every((one) => hasTrigram(one.word))),
  );
  if (known.some(({ length }) => length === 0)) return undefined;
  return or(
    ...known.map((reading) =>
      and(...reading.map((word) => or(...word.map((one) => hasAt(one.word, level))))),
    ),
  );
}

function hasAt(word: string, level: Level): SQL | undefined {
  if (level === RANK.inside) return isIndexed(wordInText(word));
  if (level === RANK.beginning) return like(orders.searchText, anywhere(` ${word}`));
  const ends = [` ${word} `, ` ${word}\n`].map((one) => like(orders.searchText, anywhere(one)));
  return or(...ends, like(orders.searchText, anywhere(` ${word}`).slice(0, -1)));
}

type From = {
  readings: readonly Reading[];
  /** Which are looked at; null: the newest. */
  where: SQL | null;
};

async function select(
  tx: Transaction,
  { today, limit, on }: BestOrdersQuery,
  { readings, where }: From,
): Promise<BestOrder[]> {
  const asked = sql`${deliveries.date} = ${on?.date ?? today}`;
  const ofWindow =
    on && on.windows.length > 0 ? inArray(deliveries.window, [...on.windows]) : undefined;
  const isAsked = and(asked, ofWindow);
  const fits =
    on &&
    exists(
      tx
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(eq(deliveries.orderId, orders.id), ne(deliveries.status, 'cancelled'), isAsked)),
    );
  const toCome = sql`(${deliveries.date} >= ${today} and ${deliveries.status} not in ('delivered', 'missed', 'cancelled'))`;
  const text = sql`(translate(${orders.searchText}, E'\n', ' ') || ' ')`;
  const looked =
    where === null
      ? sql`select ${orders.id}, ${orders.createdAt}, ${text} as text from ${orders} where ${fits ?? sql`true`}
          order by ${orders.createdAt} desc, ${orders.id} desc limit ${LOOKED_THROUGH}`
      : sql`select ${orders.id}, ${orders.createdAt}, ${text} as text from ${orders}
          where ${orders.id} in (with found as materialized (select id from ${orders} where ${where}) select id from found)
            and ${fits ?? sql`true`}`;
  const { rows } = await tx.execute<BestOrder>(sql`
    with looked as materialized (${looked}),
    ranked as (
      select id, created_at, rank, edits,
        (select min(${deliveries.date}) from ${deliveries} where ${deliveries.orderId} = looked.id and ${toCome}) as next
      from looked cross join lateral (select ${rankOf(readings)} as rank, ${editsOf(readings)} as edits) how
      where rank > 0
    ),
    best as (
      select * from ranked order by rank desc, edits, next nulls last, created_at desc, id desc limit ${limit}
    )
    select o.id, o.number, o.first_name as "firstName", o.last_name as "lastName", o.email, o.phone, o.suburb, o.status,
      ${isTestOrder(sql`o.id`)} as "isTest", best.rank, shown.date, shown.time_slot as window
    from best join ${orders} o on o.id = best.id
    left join lateral (
      select ${deliveries.date}, ${deliveries.window} from ${deliveries}
      where ${deliveries.orderId} = o.id and ${deliveries.status} <> 'cancelled'
      order by ${on ? sql`(${isAsked}) desc,` : sql``} ${toCome} desc,
        case when ${toCome} then ${deliveries.date} end, ${deliveries.date} desc
      limit 1
    ) shown on true
    order by best.rank desc, best.edits, best.next nulls last, best.created_at desc, best.id desc`);
  return rows;
}

/** In SQL, of `text`, in which every word stands between blanks: 0 where one of the words is nowhere. */
function rankOf(readings: readonly Reading[]): SQL {
  const ofWord = ({
    word,
  }: Word[number]) => sql`case when text like ${anywhere(` ${word} `)} then ${RANK.whole}::int
    when text like ${anywhere(` ${word}`)} then ${RANK.beginning}::int
    when text like ${anywhere(wordInText(word))} then ${RANK.inside}::int else 0 end`;
  const ofReading = (reading: Reading) =>
    sql`least(${RANK.whole}::int${concat(reading.map((word) => sql`, greatest(0${concat(word.map((one) => sql`, ${ofWord(one)}`))})`))})`;
  return sql`greatest(0${concat(readings.map((reading) => sql`, ${ofReading(reading)}`))})`;
}

/** How many edits the words need to stand there. */
function editsOf(readings: readonly Reading[]): SQL {
  const near = readings.flatMap((reading) => reading.filter(({ length }) => length > 1));
  const ofWord = (word: Word) =>
    sql` + case ${concat(word.map((one) => sql`when text like ${anywhere(wordInText(one.word))} then ${one.edits}::int `))} else 9 end`;
  return sql`0${concat(near.map(ofWord))}`;
}

function concat(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql``);
}

const MOST = 12;
/** As the trigger gathers them. */
const SHORTEST = 4;

/** What a misspelled word of `searchKey` may have been meant to be: words of names and streets, with the fewest edits first. */
async function findNearWords(
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
