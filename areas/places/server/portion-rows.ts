/** The rows that count portions: made, locked in one fixed order, checked and changed only here. */
import { type SQL, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  comparePortionRows,
  fewerLeft,
  type PortionKey,
  portionKey,
  type Portions,
  type PortionScope,
  type SoldOutMeal,
} from '#areas/menu/rules/portion-limits.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';

export type WeekFacts = Pick<BusinessFacts, 'orderWeekStart'>;

export type RowChange = PortionKey & {
  scope: PortionScope;
  booked: number;
  held: number;
  kept: number;
  /** What the order that is changed has booked on it before. */
  own: number;
};

type Amounts = Partial<Pick<RowChange, 'booked' | 'held' | 'kept' | 'own'>>;

/** Adds up what happens to each day's row and its week's. */
export class RowChanges {
  readonly #rows = new Map<string, RowChange>();
  readonly #facts: WeekFacts;

  constructor(facts: WeekFacts) {
    this.#facts = facts;
  }

  /** `amounts` of each portion. */
  add(list: readonly Portions[], amounts: Amounts): this {
    for (const { mealId, date, portions } of list) {
      this.#addTo({ mealId, date, scope: 'day' }, portions, amounts);
      const weekStart = weekStartOf(date, this.#facts);
      this.#addTo({ mealId, date: weekStart, scope: 'week' }, portions, amounts);
    }
    return this;
  }

  /** To a row that is known by itself. */
  addRow(row: Pick<RowChange, 'mealId' | 'date' | 'scope'>, amounts: Amounts): this {
    this.#addTo(row, 1, amounts);
    return this;
  }

  /** Those that change, in the order in which rows are locked everywhere. */
  list(): RowChange[] {
    return [...this.#rows.values()]
      .filter(({ booked, held, kept }) => booked !== 0 || held !== 0 || kept !== 0)
      .toSorted(comparePortionRows);
  }

  #addTo(
    { mealId, date, scope }: Pick<RowChange, 'mealId' | 'date' | 'scope'>,
    portions: number,
    { booked = 0, held = 0, kept = 0, own = 0 }: Amounts,
  ): void {
    const key = `${scope}|${mealId}|${date}`;
    const row = this.#rows.get(key) ?? {
      mealId,
      date,
      scope,
      booked: 0,
      held: 0,
      kept: 0,
      own: 0,
    };
    row.booked += booked * portions;
    row.held += held * portions;
    row.kept += kept * portions;
    row.own += own * portions;
    this.#rows.set(key, row);
  }
}

type Left = PortionKey & { scope: PortionScope; left: number };

/**
 * Changes all these rows, or none and returns what too little was left of; the caller then rolls back. It is sold only while
 * `left`, read under the lock, is enough: that prevents overselling. `orderId`: what it has booked before is not counted again
 * in a row that is made now. One statement when the rows are there, three when one has to be made.
 */
export async function changeRows(
  tx: Transaction,
  rows: readonly RowChange[],
  facts: WeekFacts,
  how: {
    orderId?: number | null;
    /** False: sold whatever is left, which is staff's decision. */
    isGuarded?: boolean;
    /** Writes down who holds what was added to `held`: `insert into … from changed (id, held)`. */
    hold?: SQL;
  } = {},
): Promise<SoldOutMeal[]> {
  if (rows.length === 0) return [];
  const { isComplete, short } = await tryChange(tx, rows, how);
  if (isComplete) return soldOutOf(short, rows, facts);
  await makeRows(tx, rows, how.orderId ?? null);
  const again = await tryChange(tx, rows, how);
  if (!again.isComplete) throw new Error('rows of meal_days are missing after they were made');
  return soldOutOf(again.short, rows, facts);
}

/** Nothing is locked while a row is missing: making it later would be out of the fixed order. */
async function tryChange(
  tx: Transaction,
  rows: readonly RowChange[],
  { isGuarded = true, hold }: { isGuarded?: boolean; hold?: SQL },
): Promise<{ isComplete: boolean; short: Left[] }> {
  const result = await tx.execute<{ isComplete: boolean; short: Left[] | null }>(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${inColumns(rows)}::jsonb)
        as (meal_id int, date date, scope text, booked int, held int, kept int)
    ), found as materialized (
      select count(*) = ${rows.length}::int as complete
      from wanted join ${mealDays} using (meal_id, date, scope)
    ), locked as materialized (
      select d.id, d.meal_id, d.date, d.scope, w.booked, w.held, w.kept,
        d.portions - d.held - d.booked as "left"
      from ${mealDays} d join wanted w using (meal_id, date, scope)
      where (select complete from found)
      order by d.meal_id, d.date, d.scope
      for no key update of d
    ), short as materialized (
      select exists (select from locked where booked + held > 0 and "left" < booked + held) as found
    ), changed as (
      update ${mealDays} d set
        held = d.held + l.held, booked = d.booked + l.booked, kept = d.kept + l.kept
      from locked l
      where d.id = l.id and (${!isGuarded}::boolean or not (select short.found from short))
      returning d.id, l.held
    )${hold ? sql`, written as (${hold})` : sql``}
    select complete as "isComplete", case when (select short.found from short) then (
      select json_agg(json_build_object('mealId', meal_id, 'date', date, 'scope', scope, 'left', "left"))
      from locked where "left" is not null) end as short
    from found`);
  const [row] = result.rows;
  return { isComplete: row?.isComplete === true, short: row?.short ?? [] };
}

/** A row begins with what is sold already: orders may be older than it, or the ordering week may have got another first day. */
export async function makeRows(
  tx: Transaction,
  rows: readonly (Pick<RowChange, 'mealId' | 'date' | 'scope'> & { own?: number })[],
  orderId: number | null,
): Promise<void> {
  await tx.execute(sql`
    insert into ${mealDays} (meal_id, date, scope, booked)
    select w.meal_id, w.date, w.scope, w.own + (
      select count(*) from ${orderItems} i
      where i.meal_id = w.meal_id and i.takes_portion and i.order_id is distinct from ${orderId}::int
        and i.meal_date between w.date and w.date + case w.scope when 'week' then 6 else 0 end)
    from jsonb_to_recordset(${inColumns(rows)}::jsonb)
      as w (meal_id int, date date, scope text, own int)
    where not exists (select from ${mealDays} d
      where d.meal_id = w.meal_id and d.date = w.date and d.scope = w.scope)
    order by w.meal_id, w.date, w.scope
    on conflict do nothing`);
}

export function inColumns(
  rows: readonly (Pick<RowChange, 'mealId' | 'date' | 'scope'> & Partial<RowChange>)[],
): string {
  return JSON.stringify(
    rows.map(({ mealId, own = 0, ...row }) => ({ ...row, meal_id: mealId, own })),
  );
}

/** For each meal and day that was asked for, the smaller of its own and its week's, where that is too little. */
function soldOutOf(
  short: readonly Left[],
  rows: readonly RowChange[],
  facts: WeekFacts,
): SoldOutMeal[] {
  const leftOf = new Map(short.map((row) => [`${row.scope}|${portionKey(row)}`, row.left]));
  const needed = new Map(
    rows.map((row) => [`${row.scope}|${portionKey(row)}`, row.booked + row.held]),
  );
  return rows
    .filter(({ scope, booked, held }) => scope === 'day' && booked + held > 0)
    .flatMap(({ mealId, date }) => {
      const keys = [
        `day|${portionKey({ mealId, date })}`,
        `week|${portionKey({ mealId, date: weekStartOf(date, facts) })}`,
      ];
      const isShort = keys.some((key) => {
        const left = leftOf.get(key);
        return left !== undefined && left < (needed.get(key) ?? 0);
      });
      const left = fewerLeft(...keys.map((key) => leftOf.get(key) ?? null)) ?? 0;
      return isShort ? [{ mealId, date, left: Math.max(0, left) }] : [];
    });
}
