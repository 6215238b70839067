import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { isText, MESSAGE_KIND_LABELS } from '#areas/messages/rules/messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { FoundRow } from '#areas/order-book/rules/today-rows.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import { entryOf } from '#areas/business/rules/texts/catalogue.ts';
import { nameOfText, untrueIn } from '#areas/business/rules/texts/text-warnings.ts';
import { factsAt, loadTexts } from '#areas/business/server/load-business.ts';
import type { Context } from '#platform/server/context.ts';
import { isSeenBy } from './sent-emails.ts';

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
  {
    kinds: {
      untrue_text: {
        level: 'shop',
        many: 'texts that are not true any more',
        page: 'settings',
        right: 'editTexts',
      },
    },
    find: findUntrueTexts,
  },
];

/** Whatever was a fact when it was written, and is not any more; and what has nothing to say. */
async function findUntrueTexts({ db }: Context, { business }: TodayAsked): Promise<FoundRow[]> {
  const rows = await loadTexts(db);
  const found = rows.map(async ({ key, value, changedAt }): Promise<FoundRow[]> => {
    const name = nameOfText(key);
    if (name === null || value === null) return [];
    const before = await factsAt(db, changedAt);
    const [untrue] = untrueIn(value, { before, after: business });
    if (!untrue) return [];
    const { field } = untrue;
    return [
      {
        kind: 'untrue_text',
        id: key,
        title:
          untrue.is === 'former'
            ? `A text says “${untrue.words}”, which is not true any more`
            : `A text uses {${field}}, and there is no such ${field === 'freeDelivery' ? 'offer' : 'fact'} any more`,
        detail: [name, ...(untrue.is === 'empty' ? ['ours is shown instead'] : [])],
        about: 1,
        since: changedAt.getTime(),
        link: portalLink({ tab: 'settings', section: 'texts', page: entryOf(key)?.page }),
        action: 'Look',
      },
    ];
  });
  return (await Promise.all(found)).flat();
}

/** What the mail server or the text service said, without whom it was about. */
function causeOf(error: string | null): string {
  const words = (error ?? '').replaceAll(/\S*@\S+|\+?\d{6,}/g, '…').replaceAll(/\s+/g, ' ');
  return words.trim().slice(0, LONGEST_CAUSE);
}
