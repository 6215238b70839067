import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { isText, MESSAGE_KIND_LABELS } from '#areas/messages/rules/messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { isSeenBy } from '#areas/messages/server/message-queries.ts';

const LONGEST_CAUSE = 90;

/** One row a cause, without addresses and numbers: Messages has them. */
export const messagesToday: readonly TodayRows[] = [
  {
    kinds: {
      message_failed: {
        level: 'answer',
        many: 'failed messages',
        page: 'mail',
        right: 'seeEmails',
        alarms: ['mail_failed'],
      },
    },
    async find({ db }, { staff }) {
      const rows = await db
        .select({
          kind: messages.kind,
          channel: messages.channel,
          orderId: messages.orderId,
          number: orders.number,
          recipient: messages.recipient,
          lastError: messages.lastError,
          createdAt: messages.createdAt,
        })
        .from(messages)
        .leftJoin(orders, eq(orders.id, messages.orderId))
        .where(and(eq(messages.state, 'failed'), isSeenBy(staff)))
        .orderBy(asc(messages.id));
      const together = Map.groupBy(rows, ({ kind, channel, lastError }) =>
        JSON.stringify([kind, isText(channel), causeOf(lastError)]),
      );
      return [...together].flatMap(([id, those]) => {
        const [first] = those;
        if (!first) return [];
        const people = new Set(those.map(({ recipient }) => recipient)).size;
        const cause = causeOf(first.lastError);
        const name = `${isText(first.channel) ? 'Text' : 'Email'} “${MESSAGE_KIND_LABELS[first.kind]}”`;
        return {
          kind: 'message_failed',
          id: createHash('sha256').update(id).digest('hex').slice(0, 12),
          title: `${name} not sent`,
          detail: [
            people === 1 ? (first.number ?? '1 person') : `${people} people`,
            ...(cause === '' ? [] : [cause]),
          ],
          about: people,
          since: first.createdAt.getTime(),
          link: portalLink({ tab: 'mail', status: 'failed' }),
          action: 'Look',
          orderId: those.length === 1 ? first.orderId : null,
        };
      });
    },
  },
];

/** What the mail server or the text service said, without whom it was about. */
function causeOf(error: string | null): string {
  const words = (error ?? '').replaceAll(/\S*@\S+|\+?\d{6,}/g, '…').replaceAll(/\s+/g, ' ');
  return words.trim().slice(0, LONGEST_CAUSE);
}
