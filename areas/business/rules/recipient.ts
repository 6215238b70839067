/** Whom an order goes to when that is not its payer: a name and phone for the door, a card, and who hears of the delivery. Ours. */
import { isMobile, normalisePhone, PHONE_MESSAGE } from '#areas/business/rules/australia.ts';
import { isName, tidyName } from '#platform/rules/customer-name.ts';
import type { NewsReader } from './news-readers.ts';

/** Fits a card of A6 in type that can be read without glasses. */
export const LONGEST_CARD_MESSAGE = 300;
export const MOST_CARD_LINES = 12;

/** As it is sent: whatever may be left out is as for food that is no present, with messages to the payer. */
export type SentRecipient = {
  firstName: string;
  lastName: string;
  phone: string;
  isGift?: boolean | undefined;
  /** For the card; only of a present. */
  message?: string | undefined;
  news?: NewsReader | undefined;
  /** False: the recipient is not told who ordered. */
  namesPayer?: boolean | undefined;
};

export type Recipient = {
  firstName: string;
  lastName: string;
  /** +61 and nine digits. */
  phone: string;
  isGift: boolean;
  /** Empty: no card. */
  message: string;
  news: NewsReader;
  namesPayer: boolean;
};

export type RecipientField = 'firstName' | 'lastName' | 'phone' | 'message' | 'news';

/** The message for every field that is not right yet. */
export function recipientProblems(sent: SentRecipient): Partial<Record<RecipientField, string>> {
  const problems: Partial<Record<RecipientField, string>> = {};
  const phone = normalisePhone(sent.phone);
  const message = tidyCardMessage(sent.message ?? '');
  if (!isName(sent.firstName)) problems.firstName = 'Please enter their first name';
  if (!isName(sent.lastName)) problems.lastName = 'Please enter their last name';
  if (phone === null) problems.phone = PHONE_MESSAGE;
  else if (sent.news !== undefined && sent.news !== 'payer' && !isMobile(phone))
    problems.news =
      'We can only text a mobile phone: enter their mobile number or get the messages yourself';
  if (message.length > LONGEST_CARD_MESSAGE)
    problems.message = `Please keep the message to ${LONGEST_CARD_MESSAGE} characters or fewer`;
  else if (message.split('\n').length > MOST_CARD_LINES)
    problems.message = `Please keep the message to ${MOST_CARD_LINES} lines or fewer`;
  else if (message !== '' && sent.isGift !== true)
    problems.message = 'A card with a message comes with a present only';
  return problems;
}

/** For one without problems. */
export function tidyRecipient(sent: SentRecipient): Recipient {
  return {
    firstName: tidyName(sent.firstName),
    lastName: tidyName(sent.lastName),
    phone: normalisePhone(sent.phone) ?? '',
    isGift: sent.isGift ?? false,
    message: tidyCardMessage(sent.message ?? ''),
    news: sent.news ?? 'payer',
    namesPayer: sent.namesPayer ?? true,
  };
}

const UNPRINTABLE =
  /[^\P{Cc}\n]|[\p{Cs}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Keeps line breaks, at most one empty line in a row; without what a printer cannot print. */
export function tidyCardMessage(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

type News = { recipient: Pick<Recipient, 'news'> | null };

/** Whether the payer is told how the delivery goes. */
export function tellsPayer({ recipient }: News): boolean {
  return recipient === null || recipient.news !== 'recipient';
}

/** Whether the recipient is texted how the delivery goes. */
export function tellsRecipient({ recipient }: News): boolean {
  return recipient !== null && recipient.news !== 'payer';
}

/** Who hears of the delivery, told to the payer. */
export function newsText({ firstName, news, namesPayer }: Recipient): string {
  const words: Record<NewsReader, string> = {
    payer: 'Messages about the delivery go to you.',
    recipient: `We text ${firstName} about the delivery.`,
    both: `We tell you and ${firstName} about the delivery.`,
  };
  return namesPayer ? words[news] : `${words[news]} We don’t tell ${firstName} who ordered.`;
}

type WithNames = { firstName: string; lastName: string };

/** Whom the food is handed to. */
export function handedTo<Payer extends WithNames & { phone: string }>(order: {
  customer: Payer;
  recipient?: Pick<Recipient, 'firstName' | 'lastName' | 'phone'> | null | undefined;
}): { firstName: string; lastName: string; phone: string } {
  const { firstName, lastName, phone } = order.recipient ?? order.customer;
  return { firstName, lastName, phone };
}
