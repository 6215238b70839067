/** Which deliveries of goods were in the house on a day. */
import { sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Transaction } from '#platform/server/db/client.ts';

/** Goods without a use-by date, such as rice, count as in the house for so long unless someone says that they are used up. */
export const KEPT_WITHOUT_DATE_DAYS = 365;

type LotInHouse = {
  id: number;
  ingredientId: number;
  supplier: string | null;
  supplierLot: string;
  useBy: PlainDate | null;
  receivedOn: PlainDate;
};

type LotQuestion = {
  ingredientIds: readonly number[];
  date: PlainDate;
  /** What stock says counts from today on only: nobody knows what it was on another day. */
  today: PlainDate;
  timeZone: string;
};

/**
 * Accepted, received by then, not past their date, and not used up as far as anyone knows. The first to expire comes
 * first.
 */
export async function listLotsInHouse(
  db: Pick<Transaction, 'execute'>,
  { ingredientIds, date, today, timeZone }: LotQuestion,
): Promise<LotInHouse[]> {
  if (ingredientIds.length === 0) return [];
  const { rows } = await db.execute<LotInHouse>(sql`
    select g.id, g.ingredient_id as "ingredientId", s.name as supplier, g.supplier_lot as "supplierLot",
      g.use_by::text as "useBy", g.received_on::text as "receivedOn"
    from (select *, (received_at at time zone ${timeZone})::date as received_on,
        (used_up_at at time zone ${timeZone})::date as used_up_on from goods_lots) g
      join ingredients n on n.id = g.ingredient_id
      left join suppliers s on s.id = g.supplier_id
    where g.ingredient_id in ${ingredientIds} and g.accepted and g.received_on <= ${date}::date
      and coalesce(g.use_by, g.received_on + ${KEPT_WITHOUT_DATE_DAYS}::int) >= ${date}::date
      and (g.used_up_on is null or g.used_up_on >= ${date}::date)
      and not (n.stock_kept and ${date}::date >= ${today}::date and coalesce(
        (select sum(v.qty) <= 0 from stock_movements v where v.goods_lot_id = g.id), false))
    order by g.use_by nulls last, g.received_at, g.id`);
  return rows;
}
