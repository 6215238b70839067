import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { type CustomerRows, type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { type MessageRow, messages, textRefusals } from '#areas/messages/server/tables/messages.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    messages: MessageRow[];
  }
}

export const messagesTables: readonly KeptTable[] = [
  keep(messages, {
    class: 'trail',
    nobody:
      'id kind channel dedupe_key order_id delivery_id waitlist_entry_id text_sid refused_attempt state created_at sent_at tries next_try_at',
    customer: 'recipient facts mail text_message link_hash last_error',
    days: 'the text 90 days (`areas/messages/server/tell-customer.ts`), and the short link in it; that it was sent with the order',
    erased: 'blanked, and the files of kept emails and texts are deleted',
    erase: eraseMessages,
    file: 'emails, and otherEmails',
    export: { without: ['facts', 'mail', 'text_message', 'link_hash'] },
  }),
  keep(textRefusals, {
    class: 'trail',
    nobody: 'reason at',
    customer: 'phone',
    days: 'until its customer is erased: anyone who replied STOP gets no more texts',
    erased: 'deleted',
    erase: (tx, { phones }) => tx.delete(textRefusals).where(inArray(textRefusals.phone, phones)),
    file: 'no: it says only that they want no texts',
  }),
];

/** That an email or text was sent, and when, stays with the order. */
function eraseMessages(tx: Transaction, { messages: sent }: Pick<CustomerRows, 'messages'>) {
  return tx
    .update(messages)
    .set({
      recipient: '',
      facts: {},
      mail: null,
      textMessage: null,
      textSid: null,
      linkHash: null,
      lastError: null,
      state: sql`case when ${messages.state} in ('waiting', 'failed') then 'withdrawn' else ${messages.state} end`,
    })
    .where(
      inArray(
        messages.id,
        sent.map(({ id }) => id),
      ),
    );
}
