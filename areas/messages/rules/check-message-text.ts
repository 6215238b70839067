import {
  DELIVERY_MESSAGES,
  type DeliveryMessageKind,
  type MessageField,
  EXAMPLE_VALUES,
  toRecipientOf,
} from '#areas/messages/rules/delivery-messages.ts';
import {
  type FieldValues,
  fillTextMessage,
  withoutOptional,
  SEGMENT_LENGTH,
} from '#areas/messages/rules/fill-text.ts';
import { fieldNamesIn, fieldProblem } from '#platform/rules/fill-fields.ts';
import {
  fieldsOf,
  isText,
  type MessageChannel,
  channelsOf,
  DELIVERY_MESSAGE_KINDS,
} from '#areas/messages/rules/messages.ts';

export const LONGEST_SUBJECT = 150;
export const LONGEST_MESSAGE_TEXT = 2000;

/** `subject` is null for text messages. */
export type MessageWords = { subject: string | null; text: string };

/** Our own words, as long as staff have not written theirs. */
export function ourWords(kind: DeliveryMessageKind, channel: MessageChannel): MessageWords {
  const { text, email } = DELIVERY_MESSAGES[kind];
  if (channel === 'email') return { ...email };
  const words = channel === 'text' ? text : toRecipientOf(kind)?.text;
  return { subject: null, text: words ?? '' };
}

/** What a preview fills in: our example, with this business and its links. */
export function exampleValues(example: { business: string; link: string }): FieldValues {
  return { ...EXAMPLE_VALUES, ...example };
}

/** What is wrong with words that staff wrote, by field; empty when they can be used. */
export function checkMessageText(
  kind: DeliveryMessageKind,
  channel: MessageChannel,
  { subject, text }: MessageWords,
  example: { business: string; link: string },
): { subject?: string; text?: string } {
  const textProblem =
    findProblem(fieldsOf(kind, channel), text, LONGEST_MESSAGE_TEXT) ??
    (isText(channel) ? findTextMessageProblem(text, example) : null);
  const subjectProblem =
    channel === 'email'
      ? findProblem(fieldsOf(kind, channel), subject ?? '', LONGEST_SUBJECT)
      : null;
  return {
    ...(subjectProblem !== null && { subject: subjectProblem }),
    ...(textProblem !== null && { text: textProblem }),
  };
}

function findProblem(
  fields: readonly MessageField[],
  text: string,
  longest: number,
): string | null {
  if (text.trim() === '') return 'Please write something';
  if (text.length > longest) return `Please use at most ${longest} characters`;
  return fieldProblem(text, new Set<string>(fields));
}

/** People must see who writes to them, and reach us (Spam Act). */
function findTextMessageProblem(
  text: string,
  example: { business: string; link: string },
): string | null {
  if (/[[\]]/.test(text.replaceAll(/\[[^[\]]*\]/g, ''))) return 'Please close every bracket';
  const used = fieldNamesIn(withoutOptional(text));
  if (!used.includes('business')) return 'Please say who we are: use {business}';
  if (!used.includes('link')) return 'Please give them their page: use {link}';
  const { length, fits } = fillTextMessage(text, exampleValues(example));
  return fits ? null : `Too long: ${length} characters when filled in, at most ${SEGMENT_LENGTH}`;
}

// Words of messages by the key of their text: `message.delivery_out.email`.

export type MessageTextId = { kind: DeliveryMessageKind; channel: MessageChannel };

export function messageTextKey({ kind, channel }: MessageTextId): string {
  return `message.${kind}.${channel}`;
}

export const MESSAGE_TEXTS: readonly MessageTextId[] = DELIVERY_MESSAGE_KINDS.flatMap((kind) =>
  channelsOf(kind).map((channel) => ({ kind, channel })),
);

/** Undefined: the key of no message. */
export function messageOfKey(key: string): MessageTextId | undefined {
  return MESSAGE_TEXTS.find((message) => messageTextKey(message) === key);
}
