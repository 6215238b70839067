/** All books at the end: the card provider's, ours, and the emails that were sent. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Kitchen } from './kitchen.ts';

export type Intent = {
  id: string;
  status: string;
  amount_received: number;
  metadata: { checkout_id?: string };
};
export type Charge = {
  id: string;
  status: string;
  payment_intent: string;
  amount_captured: number;
  amount_refunded: number;
};
export type GatewayRefund = {
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
export type MailEntry = { orderId: number | null; kind: string; state: string };
export type SlotEntry = {
  date: string;
  window: string;
  max: number;
  held: number;
  booked: number;
};

export type Books = {
  intents: Intent[];
  charges: Charge[];
  gatewayRefunds: GatewayRefund[];
  orders: OrderEntry[];
  refunds: RefundEntry[];
  mails: MailEntry[];
  /** Files in the data folder's mail folder, which stands in for the mail server. */
  mailFiles: string[];
  slots: SlotEntry[];
  /** Since the database started. */
  deadlocks: number;
};

type Ledger = { payment_intents: Intent[]; charges: Charge[]; refunds: GatewayRefund[] };

export async function readBooks(kitchen: Kitchen): Promise<Books> {
  const ledger = (await kitchen.sandbox('/_sandbox/ledger')) as Ledger;
  const ours = await kitchen.inDatabase(async (db) => {
    const rows = async <T>(query: ReturnType<typeof sql>) => (await db.execute(query)).rows as T[];
    return {
      orders: await rows<OrderEntry>(sql`
        select o.id, o.number, o.status, o.email, o.total_cents "totalCents",
          p.payment_intent_id "intent", p.amount_cents "paidCents"
        from orders o left join payments p on p.order_id = o.id order by o.id`),
      refunds: await rows<RefundEntry>(sql`
        select id, order_id "orderId", payment_intent_id "intent", amount_cents "cents", state,
          idem_key "idemKey", gateway_id "gatewayId"
        from refunds order by id`),
      mails: await rows<MailEntry>(sql`select order_id "orderId", kind, state from messages`),
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
    mailFiles: listMail(kitchen.dataDir),
    deadlocks: counted[0]?.deadlocks ?? 0,
  };
}

export function succeededIntents({ intents }: Pick<Books, 'intents'>): Intent[] {
  return intents.filter(({ status }) => status === 'succeeded');
}

function listMail(dataDir: string): string[] {
  try {
    return readdirSync(path.join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}
