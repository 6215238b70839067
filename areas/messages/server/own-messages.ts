/** Messages that tell of nothing but what they carry, and those in words that staff may change. */
import { counted } from '#platform/rules/counted.ts';
import { eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type DeliveryMessageKind,
  DELIVERY_MESSAGES,
} from '#areas/messages/rules/delivery-messages.ts';
import { isDeliveryMessage } from '#areas/messages/rules/messages.ts';
import { attachedCalendar } from '#areas/order-book/server/order-calendar.ts';
import { trackingUrlFor } from '#areas/order-book/server/tracking-token.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { noteCheckout } from '#platform/server/log.ts';
import type { EmailContent, MessageWriter } from './write-message.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { notedWords } from '#areas/messages/rules/message-words.ts';
import {
  leftPlace,
  lowerFirst,
  readDoor,
  readValues,
} from '#areas/messages/server/delivery-values.ts';
import { findWords } from '#areas/messages/server/change-texts.ts';
import type { MessageRow, MessageFacts } from '#areas/messages/server/tables/messages.ts';
import { plainTextOf } from '#areas/messages/server/write-email.ts';
import type { ReactNode } from 'react';
import {
  action,
  whyOrder,
  whyStaff,
  link,
  emailPage,
  paragraph,
  small,
  bold,
  entry,
  subtitle,
} from './email-parts.ts';
import { fillText } from '#platform/rules/fill-fields.ts';
import { type FieldValues } from '#areas/messages/rules/fill-text.ts';
import { formatDate, formatLongDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { FAILING_DAYS } from '#platform/rules/webhooks.ts';

export const ownMessages: MessageWriter = {
  async email(context, message, business, tone) {
    const { kind, facts } = message;
    const { publicUrl } = context.signIn;
    if (isDeliveryMessage(kind)) return deliveryNewsOf(context, kind, message, { business, tone });
    switch (kind) {
      case 'staff_invite': {
        const { staffName, inviteUrl } = facts;
        if (staffName === undefined || inviteUrl === undefined) return null;
        return staffInviteEmail({ business, staffName, inviteUrl });
      }
      case 'meals_at_odds': {
        const { mealsAtOdds: meals } = facts;
        const pageUrl = `${publicUrl}/admin?tab=meals`;
        return meals ? mealsAtOddsEmail({ business, meals, pageUrl }) : null;
      }
      case 'recipe_alert': {
        const { recipe } = facts;
        const pageUrl = `${publicUrl}/admin?tab=recipes`;
        return recipe ? recipeAlertEmail({ business, recipe, pageUrl }) : null;
      }
      case 'staff_message':
        return staffWordsOf(context, message, business);
      case 'supplier_order':
        return facts.supplierOrder
          ? supplierOrderEmail({ business, order: facts.supplierOrder })
          : null;
      case 'webhook_off': {
        const { webhook } = facts;
        const pageUrl = `${publicUrl}/admin?tab=api`;
        return webhook ? webhookOffEmail({ business, webhook, pageUrl }) : null;
      }
      default:
        return null;
    }
  },
};

/** What staff wrote, as it would arrive, unsent and without a link that works. */
export async function showStaffMessage(
  context: Pick<Context, 'site' | 'signIn'>,
  message: { orderNumber: string; firstName: string; subject: string; text: string },
): Promise<string> {
  const { business } = await context.site.current();
  const trackingUrl = `${context.signIn.publicUrl}/track/preview`;
  const { page } = staffMessageEmail({ ...message, business, trackingUrl });
  return plainTextOf(page);
}

async function deliveryNewsOf(
  context: Context,
  kind: DeliveryMessageKind,
  message: MessageRow,
  { business, tone }: { business: BusinessFacts; tone: Tone },
): Promise<EmailContent | null> {
  const [order] = await context.db
    .select()
    .from(orders)
    .where(eq(orders.id, message.orderId ?? 0));
  if (!order) return null;
  noteCheckout(order.checkoutId);
  const { timeZone } = business;
  const values = await readValues(context.db, kind, {
    order,
    message,
    tone,
    now: context.clock(),
    timeZone,
  });
  if (!values) return null;
  const noted = tone === 'noted' ? await notedEmail(context, kind, message) : null;
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  return {
    ...deliveryEmail(kind, {
      business,
      orderNumber: order.number,
      words: noted ?? (await findWords(context, kind, 'email')),
      values: { ...values, first: order.firstName },
      trackingUrl,
    }),
    // What no longer comes is taken out of their calendar too.
    ...((kind === 'delivery_moved' || kind === 'cancelled') && {
      attachments: [await attachedCalendar(context, { id: order.id, trackingUrl })],
    }),
  };
}

/** Staff’s words name a time, which is not news any more or not known. */
async function notedEmail(
  { db }: Pick<Context, 'db'>,
  kind: DeliveryMessageKind,
  message: MessageRow,
): Promise<MessageWords | null> {
  if (kind !== 'delivery_delivered' && kind !== 'delivery_missed') return null;
  const door = await readDoor(db, message);
  if (!door) return null;
  const { date, place, reason } = door.event;
  return notedWords(kind, { date, place: leftPlace(place), reason: lowerFirst(reason) });
}

async function staffWordsOf(
  context: Context,
  { orderId, facts }: MessageRow,
  business: BusinessFacts,
): Promise<EmailContent | null> {
  const [order] = await context.db
    .select({
      orderNumber: orders.number,
      firstName: orders.firstName,
      checkoutId: orders.checkoutId,
    })
    .from(orders)
    .where(eq(orders.id, orderId ?? 0));
  if (!order || !facts.written) return null;
  noteCheckout(order.checkoutId);
  const trackingUrl = trackingUrlFor(context, order.checkoutId);
  return staffMessageEmail({ ...order, ...facts.written, business, trackingUrl });
}

type Invitation = {
  business: BusinessFacts;
  staffName: string;
  /** Valid once, for 24 hours. */
  inviteUrl: string;
};

function staffInviteEmail(invitation: Invitation) {
  const { business, staffName, inviteUrl } = invitation;
  const subject = `Your staff account at ${business.name}`;
  return emailPage(
    business,
    {
      subject,
      heading: 'You’re invited',
      why: [`You’re receiving this email because ${staffName} entered your address.`],
    },
    paragraph(`${staffName} has invited you to the staff portal of ${business.name}.`),
    action(inviteUrl, 'Set up your account'),
    paragraph('The link works once, for 24 hours. If you weren’t expecting this, ignore it.'),
    small('If the button doesn’t work: ', link(inviteUrl, inviteUrl)),
  );
}

type StaffMessage = {
  business: BusinessFacts;
  orderNumber: string;
  firstName: string;
  subject: string;
  /** Each line is a paragraph. */
  text: string;
  /** The customer's secret link. */
  trackingUrl: string;
};

function staffMessageEmail(message: StaffMessage) {
  const { business, orderNumber, firstName, subject, text, trackingUrl } = message;
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '');
  return emailPage(
    business,
    {
      subject,
      why: [whyOrder(orderNumber, business)],
    },
    paragraph(`Hello ${firstName},`),
    ...lines.map((line) => paragraph(line)),
    action(trackingUrl, 'See your order'),
  );
}

type MealsAtOdds = {
  business: BusinessFacts;
  meals: NonNullable<MessageFacts['mealsAtOdds']>;
  /** Where they are put right. */
  pageUrl: string;
};

function mealsAtOddsEmail({ business, meals, pageUrl }: MealsAtOdds) {
  const subject =
    meals.length === 1
      ? `${meals[0]?.name ?? ''} is not on the menu`
      : `${meals.length} meals are not on the menu`;
  return emailPage(
    business,
    { subject, why: [whyStaff(business, 'an owner')] },
    paragraph(
      'What is said of their ingredients, allergens and diets does not agree. Nobody can order them until it does.',
    ),
    ...meals.map(({ name, why }) => entry(paragraph(bold(name), `: ${why}`))),
    action(pageUrl, 'Open the meals'),
  );
}

type RecipeAlert = {
  business: BusinessFacts;
  recipe: NonNullable<MessageFacts['recipe']>;
  /** Where it is settled. */
  pageUrl: string;
};

/** For staff. It names no customer: the page does, to those who are signed in. */
function recipeAlertEmail({ business, recipe, pageUrl }: RecipeAlert) {
  const { change, people, deliveries, stops } = recipe;
  const subject = `Food to settle: ${change}`;
  return emailPage(
    business,
    {
      subject,
      heading: 'A recipe concerns people who have paid',
      why: [whyStaff(business)],
    },
    paragraph(`${change}.`),
    paragraph(
      `This concerns ${counted(people, 'person', 'people')} in ${counted(deliveries, 'delivery', 'deliveries')}. ${stopSentence(stops)}`,
    ),
    action(pageUrl, 'Settle them'),
  );
}

function stopSentence(stops: number): string {
  if (stops === 0) return 'Nothing is on hold.';
  return stops === 1
    ? '1 meal is on hold until it is settled.'
    : `${stops} meals are on hold until they are settled.`;
}

type DeliveryEmail = {
  business: BusinessFacts;
  orderNumber: string;
  words: MessageWords;
  /** All but the business and the link. */
  values: FieldValues;
  /** The customer's secret link. */
  trackingUrl: string;
};

const LINK = '{link}';

/** News of a delivery, in words that staff may have written: each line a paragraph, the link a button. Throws MissingField. */
function deliveryEmail(
  kind: DeliveryMessageKind,
  { business, orderNumber, words, values, trackingUrl }: DeliveryEmail,
) {
  const filled = { ...values, business: business.name };
  const subject = fillText(words.subject ?? '', { ...filled, link: trackingUrl });
  const lines = words.text.split(/\n+/).filter((line) => line.trim() !== '');
  const { button } = DELIVERY_MESSAGES[kind];
  const parts = lines.flatMap((line): ReactNode[] => {
    const before = fillText(line.replaceAll(LINK, ''), filled).replaceAll(/ {2,}/g, ' ').trim();
    return [
      ...(before === '' ? [] : [paragraph(before)]),
      ...(line.includes(LINK) ? [action(trackingUrl, button)] : []),
    ];
  });
  return emailPage(
    business,
    {
      subject,
      why: [whyOrder(orderNumber, business)],
    },
    ...parts,
  );
}

type WebhookOff = {
  business: BusinessFacts;
  webhook: NonNullable<MessageFacts['webhook']>;
  /** Where it is switched on again. */
  pageUrl: string;
};

function webhookOffEmail({ business, webhook, pageUrl }: WebhookOff) {
  const { host, reason, since, last, lost } = webhook;
  const subject = `Webhook to ${host} switched off`;
  return emailPage(
    business,
    {
      subject,
      heading: 'A webhook was switched off',
      why: [whyStaff(business, 'an owner')],
    },
    paragraph(
      reason === 'gone'
        ? `The program at ${host} answered that it no longer takes events (410 Gone).`
        : `The program at ${host} has taken nothing for ${FAILING_DAYS} days.`,
    ),
    paragraph(`Failing since: ${timeText(since, business)}. Last attempt: ${last}.`),
    paragraph(
      `${lostText(lost)} Orders are not affected, but that program hears of no changes from now on.`,
    ),
    paragraph(
      'Once the program works again, open Settings, API, in the portal, switch the webhook on, and send again what it missed. If nobody needs it, delete it.',
    ),
    action(pageUrl, 'Open API'),
  );
}

function lostText(lost: number): string {
  return lost === 1 ? '1 event was not sent.' : `${lost} events were not sent.`;
}

function timeText(instant: string, { timeZone }: BusinessFacts): string {
  const { date, minuteOfDay } = wallTimeAt(Date.parse(instant), timeZone);
  return `${formatDate(date)}, ${formatMinuteOfDay(minuteOfDay)}`;
}

type SupplierOrder = NonNullable<MessageFacts['supplierOrder']>;
type Line = SupplierOrder['lines'][number];

/** For a supplier: what to bring on a day or, when that was sent before, what has changed and the whole order as it is now. */
function supplierOrderEmail({
  business,
  order: { supplier, arrives, isChange, isOneMore, lines, note, by },
}: {
  business: BusinessFacts;
  order: SupplierOrder;
}) {
  const what = isChange ? 'Change to our order' : isOneMore ? 'One more order' : 'Order';
  const subject = `${what} for ${formatDate(arrives)}: ${business.name}`;
  const changed = lines.filter(({ was }) => was !== null);
  const current = lines.filter(({ packs }) => packs > 0);
  return emailPage(
    business,
    {
      subject,
      heading: `${what} for ${formatLongDate(arrives)}`,
      why: [
        `You get this email because ${business.name} orders from ${supplier}. Reply to it if something is not right.`,
      ],
    },
    paragraph(
      isChange
        ? `Hello ${supplier}, our order for this day has changed:`
        : `Hello ${supplier}, please bring this on ${formatLongDate(arrives)}:`,
    ),
    ...(isOneMore ? [paragraph('This is on top of what we ordered for this day before.')] : []),
    ...(isChange
      ? [
          ...changed.map((line) => entry(bold(changeText(line)), ` ${goodsText(line)}`)),
          subtitle('The whole order now'),
        ]
      : []),
    ...(current.length === 0
      ? [paragraph('Nothing. Please bring nothing on this day.')]
      : current.map((line) => entry(bold(countText(line)), ` ${goodsText(line)}`))),
    ...(note === '' ? [] : note.split(/\n+/).map((text) => paragraph(text))),
    paragraph(`To: ${business.name}, ${business.premises}`),
    paragraph(`Thank you, ${by === '' ? business.name : by}`),
  );
}

/** "3 × 5 kg bag". */
function countText({ packs, pack }: Line): string {
  return pack === '' ? `${packs} ×` : `${packs} × ${pack}`;
}

/** "3 × 5 kg bag instead of 2", "New: 3 × 5 kg bag". */
function changeText(line: Line): string {
  if (line.packs === 0)
    return `Not needed any more: ${countText({ ...line, packs: line.was ?? 0 })}`;
  return line.was === 0 ? `New: ${countText(line)}` : `${countText(line)} instead of ${line.was}`;
}

function goodsText({ ingredient, code }: Line): string {
  return code === '' ? ingredient : `${ingredient} (${code})`;
}
