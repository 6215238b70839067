import { sql } from 'drizzle-orm';
import type { UnlistedSuburb } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import { findServedSuburb, isSameSuburb } from '#areas/business/rules/served-suburbs.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { DELIVERY_STATUSES, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Database } from '#platform/server/db/client.ts';

const OPEN_STATUSES = DELIVERY_STATUSES.filter((status) => !isEnded(status));

/**
 * Suburbs of open orders that are on no list and that nobody has settled, most orders first. One that was taken off in
 * Settings is not among them: the preview asked about it then.
 */
export async function listUnlistedSuburbs(
  db: Database,
  { suburbs, formerSuburbs }: Pick<BusinessFacts, 'suburbs' | 'formerSuburbs'>,
): Promise<UnlistedSuburb[]> {
  const { rows } = await db.execute<UnlistedSuburb>(sql`
    select o.suburb as name, min(o.postcode) as postcode, count(distinct o.id)::int as orders
    from ${orders} o join ${deliveries} d on d.order_id = o.id
    where d.status = any(${sql.param(OPEN_STATUSES)}) and o.suburb <> '' and not exists (
      select from ${settingsVersions} v,
        jsonb_array_elements(coalesce(v.facts -> 'suburbs', ${JSON.stringify(defaultBusiness.suburbs)}::jsonb)) listed
      where lower(listed ->> 'name') = lower(o.suburb))
    group by o.suburb order by count(distinct o.id) desc, o.suburb`);
  return rows.filter(
    ({ name }) =>
      !findServedSuburb(name, suburbs) &&
      !formerSuburbs.some((former) => isSameSuburb(former, name, suburbs)),
  );
}
