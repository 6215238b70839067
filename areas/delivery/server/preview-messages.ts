import { inArray } from 'drizzle-orm';
import type { ClosureReply, ClosureRow } from '#areas/delivery/calls/incidents.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { isMobile } from '#areas/business/rules/australia.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { fillText } from '#platform/rules/fill-fields.ts';
import { fillTextMessage } from '#areas/messages/rules/fill-text.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { textRefusals } from '#areas/messages/server/tables/messages.ts';
import type { FoundDelivery } from '#areas/delivery/server/bulk.ts';
import { movedWords, moneySentence, type ToldMoney } from '#areas/messages/rules/message-words.ts';
import { findWords } from '#areas/messages/server/change-texts.ts';

type PlannedRow = { found: FoundDelivery; to: SlotKey | null };

export function waysTo(
  { customer }: Order,
  refused: ReadonlySet<string>,
): 'email' | 'email and text' {
  const { phone } = customer;
  return isMobile(phone) && !refused.has(phone) ? 'email and text' : 'email';
}

/** Who asked the text service for no more texts. */
export async function findRefusedPhones(
  db: Database | Transaction,
  open: readonly FoundDelivery[],
): Promise<Set<string>> {
  const phones = [...new Set(open.map(({ order }) => order.customer.phone))];
  if (phones.length === 0) return new Set();
  const rows = await db
    .select({ phone: textRefusals.phone })
    .from(textRefusals)
    .where(inArray(textRefusals.phone, phones));
  return new Set(rows.map(({ phone }) => phone));
}

/** With a link that leads nowhere: the customer's own is a secret. */
export async function writeExamples(
  context: Pick<Context, 'signIn' | 'site'>,
  {
    planned,
    judged,
    cause,
    business,
  }: {
    planned: readonly PlannedRow[];
    judged: readonly { row: ClosureRow; amountCents: Cents }[];
    cause: string;
    business: BusinessFacts;
  },
): Promise<ClosureReply['examples']> {
  const examples: ClosureReply['examples'] = [];
  for (const choice of ['move', 'refund'] as const) {
    const index = judged.findIndex(({ row }) => row.choice === choice && row.told !== null);
    const plan = planned[index];
    const result = judged[index];
    if (!plan || !result) continue;
    const { order, delivery } = plan.found;
    const kind = choice === 'move' ? 'delivery_moved' : 'cancelled';
    const values = {
      first: order.customer.firstName,
      business: business.name,
      ...(plan.to
        ? movedWords(delivery, plan.to, cause)
        : {
            what: `Your delivery on ${formatDayAndMonth(delivery.date)}`,
            money: moneySentence(plannedMoney(result.amountCents)),
          }),
    };
    const email = await findWords(context, kind, 'email');
    const text = await findWords(context, kind, 'text');
    examples.push({
      kind,
      customer: result.row.customer,
      subject: fillText(email.subject ?? '', { ...values, link: '' }),
      email: fillText(email.text, { ...values, link: '' }).trim(),
      text:
        result.row.told === 'email and text'
          ? fillTextMessage(text.text, { ...values, link: `${context.signIn.publicUrl}/t/…` }).text
          : null,
    });
  }
  return examples;
}

function plannedMoney(cents: Cents): ToldMoney {
  return cents > 0 ? { is: 'going_back', cents } : { is: 'none' };
}
