import { SALE_TERMS } from '#quality/support/sale-terms.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';

/** The rows that placing one order writes, in one bare transaction: no checks, no gateway, no HTTP. */
export async function bareOrder(pool: pg.Pool, basket: PreparedOrder): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await writeOrder(client, basket);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function writeOrder(client: pg.PoolClient, basket: PreparedOrder): Promise<void> {
  const checkoutId = randomUUID();
  const intentId = `pi_${randomBytes(12).toString('hex')}`;
  const totalCents = Math.round(Number(basket.total) * 100);
  const [first] = basket.orderItems;
  if (!first) throw new Error('an empty basket');
  await client.query(
    `insert into checkouts (id, cart_key, content_hash, state, frozen_order, total_cents, hold_until,
       payment_intent_id, client_secret, tracking_token_hash)
     values ($1, $2, $3, 'paid', $4, $5, now(), $6, $7, $8)`,
    [
      checkoutId,
      randomUUID(),
      checkoutId,
      JSON.stringify(basket),
      totalCents,
      intentId,
      intentId,
      checkoutId,
    ],
  );
  await client.query(
    `update delivery_slots set booked = booked + 1
     where date = $1 and time_slot = $2 and is_active and held + booked < max_deliveries`,
    [first.deliveryDate, first.deliveryWindow],
  );
  const { customer } = basket;
  const order = await client.query(
    `insert into orders (number, checkout_id, status, first_name, last_name, email, phone, address_line1,
       address_line2, suburb, postcode, delivery_preference, special_instructions, delivery_type, subtotal_cents,
       delivery_fee_cents, tax_cents, total_cents, terms, search_text)
     values ($1, $2, 'confirmed', $3, $4, $5, '+61412345678', $6, '', 'Cleveland', '4163', 'cold', '', 'weekly',
       $7, 599, 0, $8, '${JSON.stringify(SALE_TERMS)}', $1 || $5) returning id`,
    [
      randomBytes(8).toString('hex'),
      checkoutId,
      customer.firstName,
      customer.lastName,
      customer.email,
      customer.address,
      totalCents - 599,
      totalCents,
    ],
  );
  const orderId = order.rows[0].id;
  const person = await client.query(
    `insert into people (order_id, position, name, calorie_target) values ($1, 1, 'Mia', 1500) returning id`,
    [orderId],
  );
  const delivery = await client.query(
    `insert into deliveries (order_id, date, time_slot, takes_place, changeable_until) values ($1, $2, $3, true, now()) returning id`,
    [orderId, first.deliveryDate, first.deliveryWindow],
  );
  const values = basket.orderItems.map(
    ({ mealType }, index) => `($1, $2, $3, $4, $5, $${index + 6}, '${mealType}', 1499)`,
  );
  await client.query(
    `insert into order_items (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents)
     values ${values.join(', ')}`,
    [
      orderId,
      delivery.rows[0].id,
      person.rows[0].id,
      first.mealId,
      JSON.stringify({ name: 'a meal', ingredients: 'x'.repeat(500) }),
      ...basket.orderItems.map((item) => item.mealDate),
    ],
  );
  await client.query(
    `insert into payments (payment_intent_id, checkout_id, order_id, amount_cents, currency, livemode)
     values ($1, $2, $3, $4, 'aud', false)`,
    [intentId, checkoutId, orderId, totalCents],
  );
  await client.query(
    `insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id)
     values ($1, $2, 'capture', $3, $4)`,
    [orderId, intentId, totalCents, `ch_${intentId}`],
  );
  await client.query(
    `insert into messages (kind, dedupe_key, order_id, recipient) values ('order_confirmation', $1, $2, $3)`,
    [`bare:${orderId}`, orderId, customer.email],
  );
}
