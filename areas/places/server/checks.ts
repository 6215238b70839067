/** What must be true of places and portions after any event. */
import { type SQL, sql } from 'drizzle-orm';
import { orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, mealDays, holds } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

export const placesChecks: Readonly<Record<string, SQL>> = {
  'I3 held is the number of holds': sql`
    select s.date, s.time_slot, s.held
    from ${deliverySlots} s left join ${holds} h on h.slot_id = s.id
    group by s.id having s.held <> count(h.id)`,
  'I3 only what may yet be paid holds places and portions': sql`
    select h.id from ${holds} h
    left join ${checkouts} c on c.id = h.owner_id and h.kind in ('checkout', 'phone')
    left join ${orderChanges} o on o.id = h.owner_id and h.kind = 'change'
    where coalesce(c.state not in ('open', 'expiring'), true) and coalesce(o.state <> 'waiting', true)`,
  'I3 booked is the number of deliveries that use a place': sql`
    select s.date, s.time_slot, s.booked, s.max_deliveries
    from ${deliverySlots} s left join (
      select d.date, d.time_slot, count(*) as number
      from ${deliveries} d
      where d.takes_place group by d.date, d.time_slot
    ) taken on taken.date = s.date and taken.time_slot = s.time_slot
    where s.booked <> coalesce(taken.number, 0)`,
  'I9 held portions are the sum of their holds': sql`
    select d.meal_id, d.date, d.scope, d.held, coalesce(sum(h.amount), 0) as holds
    from ${mealDays} d left join ${holds} h on h.meal_day_id = d.id
    group by d.id having d.held <> coalesce(sum(h.amount), 0)`,
  'I9 booked portions are the items that take one, and what was cooked for others': sql`
    with taken as (
      select meal_id, meal_date, count(*) as number
      from ${orderItems} where takes_portion group by meal_id, meal_date
    )
    select d.meal_id, d.date, d.scope, d.booked, d.kept, coalesce(sum(t.number), 0) as items
    from ${mealDays} d left join taken t on t.meal_id = d.meal_id
      and t.meal_date between d.date and d.date + case d.scope when 'week' then 6 else 0 end
    group by d.id having d.booked <> d.kept + coalesce(sum(t.number), 0)`,
  'I9 what is brought takes a portion, and what was given back is not brought': sql`
    select i.id from ${orderItems} i
    join ${deliveries} d on d.id = i.delivery_id join ${orders} o on o.id = i.order_id
    where not i.takes_portion and o.status in ('confirmed', 'delivered') and d.status <> 'cancelled'
      and not (d.status = 'delivered' and d.flag = 'after_cancel')`,
};
