/** Do not eat this: to anyone who has the food, and to staff who can call them. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { toGsmText } from '#areas/messages/rules/fill-text.ts';
import { action, whyStaff, emailPage, paragraph } from '#areas/messages/server/email-parts.ts';
import type { EmailContent, MessageWriter } from '#areas/messages/server/write-message.ts';
import type { MessageFacts } from '#areas/messages/server/tables/messages.ts';

/** After four hours the call has been made, or the text is no use. */
const VALID_SECONDS = 14_400;

type Food = NonNullable<MessageFacts['food']>;

export const foodMessages: MessageWriter = {
  async email({ signIn }, { kind, facts: { food } }, business) {
    if (!food) return null;
    const pageUrl = `${signIn.publicUrl}/admin?tab=recipes`;
    return kind === 'food_warning' ? warning(food, business) : alert(food, business, pageUrl);
  },
  /** Never shortened: it may take two texts. */
  async text(_context, { facts: { food } }, business) {
    if (!food) return null;
    const { mealName, personName, why } = food;
    const body = toGsmText(
      `${business.name}: please DO NOT EAT ${mealName} for ${personName}: ${why}. Put it aside, call ${business.phone}. Reaction? Call 000.`,
    );
    return { body, validSeconds: VALID_SECONDS };
  },
};

function warning(
  { orderNumber, mealName, personName, why }: Food,
  business: BusinessFacts,
): EmailContent {
  const subject = `Please do not eat ${mealName} for ${personName}`;
  return emailPage(
    business,
    {
      subject,
      preview: `${subject}: ${why}.`,
      why: [`You get this email because of order ${orderNumber}.`],
    },
    paragraph(`Please do not eat ${mealName} for ${personName}: ${why}. We are sorry.`),
    paragraph('Put it aside and keep the label.'),
    paragraph(`We are calling you now. You can also call us: ${business.phone}.`),
    paragraph('If anyone has a reaction, call 000 at once.'),
  );
}

function alert({ orderNumber }: Food, business: BusinessFacts, pageUrl: string): EmailContent {
  const subject = `Call now: order ${orderNumber} was given food on hold`;
  return emailPage(
    business,
    { subject, why: [whyStaff(business)] },
    paragraph(
      'Someone has food that they may not eat. They are warned by message: please call them too.',
    ),
    action(pageUrl, 'See whom to call'),
  );
}
