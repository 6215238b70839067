/** All books at the end: the card provider's, ours, and the emails that were sent. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { SystemUnderTest } from './system-under-test.ts';

export type RawIntent = {
  id: string;
  status: string;
  amount_received: number;
  metadata: { checkout_id?: string };
};
export type RawCharge = {
  id: string;
  status: string;
  payment_intent: string;
  amount_captured: number;
  amount_refunded: number;
};
export type RawRefund = {
  id: string;
  status: string;
  payment_intent: string;
  amount: number;
  metadata: { idem_key?: string };
};

export type OrderEntry = {
  id: number;
  number: string;
  status: string;
  email: string;
  totalCents: number;
  intent: string | null;
  paidCents: number | null;
};
export type RefundEntry = {
  id: number;
  orderId: number;
  intent: string;
  cents: number;
  state: string;
  idemKey: string;
  gatewayId: string | null;
};
export type EmailEntry = { orderId: number | null; kind: string; state: string };
export type SlotEntry = {
  date: string;
  window: string;
  max: number;
  held: number;
  booked: number;
};

export type Books = {
  intents: RawIntent[];
  charges: RawCharge[];
  gatewayRefunds: RawRefund[];
  orders: OrderEntry[];
  refunds: RefundEntry[];
  emails: EmailEntry[];
  /** Files in the data folder's mail folder, which stands in for the mail server. */
  emailFiles: string[];
  slots: SlotEntry[];
  /** Since the database started. */
  deadlocks: number;
};

type Ledger = { payment_intents: RawIntent[]; charges: RawCharge[]; refunds: RawRefund[] };

export async function readBooks(system: SystemUnderTest): Promise<Books> {
  const ledger = (await system.sandbox('/_sandbox/ledger')) as Ledger;
  const ours = await system.inDatabase(async (db) => {
    const rows = async <T>(query: ReturnType<typeof sql>) => (await db.execute(query)).rows as T[];
    return {
      orders: await rows<OrderEntry>(sql`
        select o.id, o.number, o.status, o.email, o.total_cents "totalCents",
          p.payment_intent_id "intent", p.amount_cents "paidCents"
        from orders o left join payments p on p.order_id = o.id
        order by o.id, p.top_up_id is null`),
      refunds: await rows<RefundEntry>(sql`
        select id, order_id "orderId", payment_intent_id "intent", amount_cents "cents", state,
          idem_key "idemKey", gateway_id "gatewayId"
        from refunds order by id`),
      // A withdrawn email is one that nobody needs any more.
      emails: await rows<EmailEntry>(sql`
        select order_id "orderId", kind, state from messages
        where channel = 'email' and state <> 'withdrawn'`),
      slots: await rows<SlotEntry>(sql`
        select date::text, time_slot "window", max_deliveries "max", held, booked
        from delivery_slots order by date, time_slot`),
      counted: await rows<{ deadlocks: number }>(sql`
        select deadlocks::int from pg_stat_database where datname = current_database()`),
    };
  });
  const { counted, ...rest } = ours;
  return {
    intents: ledger.payment_intents,
    charges: ledger.charges,
    gatewayRefunds: ledger.refunds,
    ...rest,
    emailFiles: listEmails(system.dataDir),
    deadlocks: counted[0]?.deadlocks ?? 0,
  };
}

export function succeededIntents({ intents }: Pick<Books, 'intents'>): RawIntent[] {
  return intents.filter(({ status }) => status === 'succeeded');
}

function listEmails(dataDir: string): string[] {
  try {
    return readdirSync(path.join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}
