import { type ToldMoney, toldMoneyOf, moneySentence } from '#areas/messages/rules/message-words.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { eq, min } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { addDays, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/write-message.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import type { Context } from '#platform/server/context.ts';
import { orderReminders } from '#areas/checkout/server/tables/order-reminders.ts';
import { ratingRefusals } from '#areas/customers/server/tables/problems.ts';
import type { MessageRow, MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import { noteCheckout } from '#platform/server/log.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  action,
  whyOrder,
  whyStaff,
  emailPage,
  entry,
  link,
  paragraph,
} from '#areas/messages/server/email-parts.ts';

export const aftercareMessages: MessageWriter = { email: writeAftercareEmail };

async function writeAftercareEmail(
  context: Context,
  message: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const { kind, orderId, facts } = message;
  const { problem } = facts;
  const { publicUrl } = context.signIn;
  if (kind === 'problem_alert')
    return problem
      ? problemAlertEmail({ business, problem, pageUrl: `${publicUrl}/admin?tab=problems` })
      : null;
  const [order] = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const to = {
    business,
    orderNumber: order.number,
    firstName: order.firstName,
    trackingUrl: trackingUrlFor(context, order.checkoutId),
  };
  if (kind === 'rating_request') return askForRating(context, order, to);
  if (kind === 'reorder_reminder') return remindOf(context, order, to, business);
  if (!problem) return null;
  return kind === 'problem_received'
    ? problemReceivedEmail({ ...to, problem })
    : problemDecidedEmail({
        ...to,
        problem,
        money: await moneyOf(context, order, message, business),
      });
}

async function moneyOf(
  context: Context,
  row: OrderRow,
  { facts }: MessageRow,
  { timeZone }: BusinessFacts,
): Promise<ToldMoney> {
  return toldMoneyOf(facts, await loadOrder(context.db, row), timeZone);
}

/** Null when its address was told to be left alone since. */
async function askForRating(
  context: Context,
  order: { id: number; email: string },
  to: Omit<Parameters<typeof ratingRequestEmail>[0], 'stopUrl'>,
): Promise<EmailContent | null> {
  const refused = await context.db
    .select()
    .from(ratingRefusals)
    .where(eq(ratingRefusals.email, emailKey(order.email)));
  if (refused.length > 0) return null;
  const { query, headers } = stoppedBy(context, 'ratings', order.id);
  const stopUrl = `${context.signIn.publicUrl}/stop-rating-emails?${query}`;
  return { ...ratingRequestEmail({ ...to, stopUrl }), headers };
}

/** Null when the order is cancelled or the tick taken back since, or the week it reminds of has closed. */
async function remindOf(
  context: Context,
  order: OrderRow,
  to: Omit<Parameters<typeof orderAgainEmail>[0], 'stopUrl' | 'weekStart' | 'until'>,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const asked = await context.db
    .select()
    .from(orderReminders)
    .where(eq(orderReminders.orderId, order.id));
  const { weekStart, cutoff } = orderingWeekAt(context.clock(), business);
  const [meals] = await context.db
    .select({ first: min(orderItems.mealDate) })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id));
  const isItsWeek = meals?.first && addDays(weekStartOf(meals.first, business), 7) === weekStart;
  if (asked.length === 0 || order.status === 'cancelled' || !isItsWeek) return null;
  const { query, headers } = stoppedBy(context, 'reminders', order.id);
  const stopUrl = `${context.signIn.publicUrl}/stop-reminders?${query}`;
  return { ...orderAgainEmail({ ...to, weekStart, until: cutoff, stopUrl }), headers };
}

/** One-click unsubscribe in the email program, RFC 8058. */
function stoppedBy(
  { trackingSecret, signIn }: Context,
  emails: 'ratings' | 'reminders',
  orderId: number,
) {
  const query = `token=${encodeURIComponent(linkTokenFor(`stop ${emails}`, orderId, trackingSecret))}`;
  return {
    query,
    headers: {
      'List-Unsubscribe': `<${signIn.publicUrl}/api/orders/${emails}/unsubscribe?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

type Problem = NonNullable<MessageFacts['problem']>;

type ToCustomer = {
  business: BusinessFacts;
  orderNumber: string;
  firstName: string;
  trackingUrl: string;
};

function problemReceivedEmail(to: ToCustomer & { problem: Problem }) {
  const { business, orderNumber, firstName, trackingUrl, problem } = to;
  const subject = `We’re looking into order ${orderNumber}`;
  return emailPage(
    business,
    { subject, heading: 'Thank you for telling us', why: [whyOrder(orderNumber, business)] },
    paragraph(
      `Hello ${firstName}, we’ve received what you wrote about order ${orderNumber}: ${PROBLEM_KIND_LABELS[problem.kind].toLowerCase()}. ${untilText(problem.dueAt, business)}`,
    ),
    problem.kind === 'allergy' || problem.kind === 'unsafe'
      ? paragraph(
          `Do not eat the rest of these meals. If someone feels unwell, call 000 in an emergency, and then us: ${business.phone}.`,
        )
      : false,
    action(trackingUrl, 'See how it stands'),
  );
}

function untilText(dueAt: string | undefined, { timeZone }: BusinessFacts): string {
  if (dueAt === undefined) return 'You’ll hear from us soon.';
  const { date, minuteOfDay } = wallTimeAt(Date.parse(dueAt), timeZone);
  return `You’ll hear from us by ${formatMinuteOfDay(minuteOfDay)} on ${formatDate(date)}.`;
}

function problemDecidedEmail(to: ToCustomer & { problem: Problem; money: ToldMoney }) {
  const { business, orderNumber, firstName, trackingUrl, problem, money } = to;
  const { decision, answer = '', toDate, toWindow } = problem;
  const [subject, sentence] =
    decision === 'refund'
      ? [
          money.is === 'going_back'
            ? `Your refund of ${formatDollars(money.cents)} for order ${orderNumber}`
            : `Our answer about order ${orderNumber}`,
          `we’re sorry about your meals. ${moneySentence(money)}`,
        ]
      : decision === 'new_delivery' && toDate !== undefined && toWindow !== undefined
        ? [
            `We’re bringing meals of order ${orderNumber} again`,
            `we’re sorry about your meals. We’re bringing them again on ${formatDate(toDate)}, ${windowLabel(toWindow)}, without charge.`,
          ]
        : [`Our answer about order ${orderNumber}`, 'here is our answer to what you wrote.'];
  return emailPage(
    business,
    { subject, why: [whyOrder(orderNumber, business)] },
    paragraph(`Hello ${firstName}, ${sentence}`),
    answer !== '' && entry(...answer.split(/\n+/).map((line) => paragraph(line))),
    paragraph(`If this doesn’t settle it, call us: ${business.phone}.`),
    action(trackingUrl, 'See your order'),
  );
}

/** For staff. It names no customer: the page does, to those who are signed in. */
function problemAlertEmail(alert: { business: BusinessFacts; problem: Problem; pageUrl: string }) {
  const { business, problem, pageUrl } = alert;
  const subject = `Urgent problem with order ${problem.orderNumber ?? ''}`.trim();
  return emailPage(
    business,
    {
      subject,
      heading: 'A customer reports a problem that may be dangerous',
      why: [whyStaff(business)],
    },
    paragraph(
      `${PROBLEM_KIND_LABELS[problem.kind]}. Call the customer now, and check who else has the same meal.`,
    ),
    action(pageUrl, 'Open it'),
  );
}

function ratingRequestEmail(to: ToCustomer & { stopUrl: string }) {
  const { business, orderNumber, firstName, trackingUrl, stopUrl } = to;
  const subject = 'How were your meals?';
  return emailPage(
    business,
    {
      subject,
      why: [
        `You get this email once, because of order ${orderNumber} at ${business.name}. `,
        link(stopUrl, 'Don’t ask me for ratings again'),
        '.',
      ],
    },
    paragraph(
      `Hello ${firstName}, give each meal of order ${orderNumber} its stars, and tell our chefs why. It takes a minute and helps the next people choose.`,
    ),
    action(`${trackingUrl}#ratings`, 'Rate your meals'),
    paragraph('If something was wrong, you can tell us on the same page.'),
  );
}

function orderAgainEmail(
  to: ToCustomer & { weekStart: PlainDate; until: Instant; stopUrl: string },
) {
  const { business, orderNumber, firstName, trackingUrl, weekStart, until, stopUrl } = to;
  const subject = 'Order the same again?';
  const closes = wallTimeAt(until, business.timeZone);
  return emailPage(
    business,
    {
      subject,
      preview: `You can order for the week from ${formatDate(weekStart)}.`,
      heading: 'You can order for next week',
      why: [
        `You get this email once, because you ticked “Remind me next week” on order ${orderNumber} at ${business.name}. `,
        link(stopUrl, 'No more reminders'),
        '. Anyone with the link to your order can see and change it: please keep it to yourself.',
      ],
    },
    paragraph(
      `Hello ${firstName}, the week from ${formatDate(weekStart)} is open until ${formatMinuteOfDay(closes.minuteOfDay)} on ${formatDate(closes.date)}. We can put your last meals on the same days, and name any that are not on the menu this week. You’ll check everything before you pay.`,
    ),
    action(`${trackingUrl}#again`, 'Order the same again'),
  );
}
