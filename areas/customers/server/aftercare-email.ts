/** Emails after a delivery: what became of a problem, and the one that asks for ratings. */
import { moneySentence, type ToldMoney } from '#areas/messages/rules/told-money.ts';
import type { ReactElement } from 'react';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDollars } from '#platform/rules/money.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';
import {
  action,
  emailPage,
  entry,
  link,
  paragraph,
  title,
} from '#areas/messages/server/email-parts.ts';

type Problem = NonNullable<MessageFacts['problem']>;
type Written = { subject: string; page: ReactElement };

type ToCustomer = {
  business: BusinessFacts;
  orderNumber: string;
  firstName: string;
  /** The customer's secret link. */
  trackingUrl: string;
};

function whyOrder({ orderNumber, business }: ToCustomer): string {
  return `You get this email because of order ${orderNumber} at ${business.name}. Anyone with its link can see and change the order: please keep it to yourself.`;
}

export function problemReceivedEmail(to: ToCustomer & { problem: Problem }): Written {
  const { business, orderNumber, firstName, trackingUrl, problem } = to;
  const subject = `We’re looking into order ${orderNumber}`;
  const page = emailPage(
    business,
    { preview: subject, why: [whyOrder(to)] },
    title('Thank you for telling us'),
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
  return { subject, page };
}

function untilText(dueAt: string | undefined, { timeZone }: BusinessFacts): string {
  if (dueAt === undefined) return 'You’ll hear from us soon.';
  const { date, minuteOfDay } = wallTimeAt(Date.parse(dueAt), timeZone);
  return `You’ll hear from us by ${formatMinuteOfDay(minuteOfDay)} on ${formatDate(date)}.`;
}

export function problemDecidedEmail(
  to: ToCustomer & { problem: Problem; money: ToldMoney },
): Written {
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
  const page = emailPage(
    business,
    { preview: subject, why: [whyOrder(to)] },
    title(subject),
    paragraph(`Hello ${firstName}, ${sentence}`),
    answer !== '' && entry(...answer.split(/\n+/).map((line) => paragraph(line))),
    paragraph(`If this doesn’t settle it, call us: ${business.phone}.`),
    action(trackingUrl, 'See your order'),
  );
  return { subject, page };
}

/** For staff. It names no customer: the page does, to those who are signed in. */
export function problemAlertEmail(alert: {
  business: BusinessFacts;
  problem: Problem;
  /** Where it is decided. */
  pageUrl: string;
}): Written {
  const { business, problem, pageUrl } = alert;
  const subject = `Urgent problem with order ${problem.orderNumber ?? ''}`.trim();
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [`You’re receiving this email because you are staff of ${business.name}.`],
    },
    title('A customer reports a problem that may be dangerous'),
    paragraph(
      `${PROBLEM_KIND_LABELS[problem.kind]}. Call the customer now, and check who else has the same meal.`,
    ),
    action(pageUrl, 'Open it'),
  );
  return { subject, page };
}

export function ratingRequestEmail(to: ToCustomer & { stopUrl: string }): Written {
  const { business, orderNumber, firstName, trackingUrl, stopUrl } = to;
  const subject = 'How were your meals?';
  const page = emailPage(
    business,
    {
      preview: subject,
      why: [
        `You get this email once, because of order ${orderNumber} at ${business.name}. `,
        link(stopUrl, 'Don’t ask me for ratings again'),
        '.',
      ],
    },
    title(subject),
    paragraph(
      `Hello ${firstName}, give each meal of order ${orderNumber} its stars, and tell our chefs why. It takes a minute and helps the next people choose.`,
    ),
    action(`${trackingUrl}#ratings`, 'Rate your meals'),
    paragraph('If something was wrong, you can tell us on the same page.'),
  );
  return { subject, page };
}

/** The reminder that the customer asked for. */
export function orderAgainEmail(
  to: ToCustomer & { weekStart: PlainDate; until: Instant; stopUrl: string },
): Written {
  const { business, orderNumber, firstName, trackingUrl, weekStart, until, stopUrl } = to;
  const subject = 'Order the same again?';
  const closes = wallTimeAt(until, business.timeZone);
  const page = emailPage(
    business,
    {
      preview: `You can order for the week from ${formatDate(weekStart)}.`,
      why: [
        `You get this email once, because you ticked “Remind me next week” on order ${orderNumber} at ${business.name}. `,
        link(stopUrl, 'No more reminders'),
        '. Anyone with the link to your order can see and change it: please keep it to yourself.',
      ],
    },
    title('You can order for next week'),
    paragraph(
      `Hello ${firstName}, the week from ${formatDate(weekStart)} is open until ${formatMinuteOfDay(closes.minuteOfDay)} on ${formatDate(closes.date)}. We can put your last meals on the same days, and name any that are not on the menu this week. You check everything before you pay.`,
    ),
    action(`${trackingUrl}#again`, 'Order the same again'),
  );
  return { subject, page };
}
