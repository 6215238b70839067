/** Words that staff may change: those of pages and those of messages, in one store with one history. */
import { z } from 'zod';
import { LONGEST, type OwnText, TEXT_PAGES } from '#areas/business/rules/texts/text-entry.ts';
import { LONGEST_MESSAGE_TEXT, LONGEST_SUBJECT } from '#areas/messages/rules/check-message-text.ts';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, lineOfText, PlainDateText, text } from '#platform/calls/wire-values.ts';

/** Wide: what is refused beyond that, `checkText` says in words. */
const TopicText = z.union([
  z.strictObject({ rule: text(60) }),
  z.strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(60),
    title: text(LONGEST.title * 4),
    text: text(LONGEST.text * 2),
    onLanding: z.literal(true).optional(),
  }),
]);

const OwnTextValue: z.ZodType<OwnText> = z.union([
  text(LONGEST.text * 2),
  z.array(TopicText).max(LONGEST.topics * 2),
  z.strictObject({
    text: text(LONGEST.line * 4),
    from: PlainDateText.nullable(),
    until: PlainDateText.nullable(),
  }),
  z.strictObject({
    subject: lineOfText(LONGEST_SUBJECT).nullable(),
    text: text(LONGEST_MESSAGE_TEXT),
  }),
]);

/** A text that was changed at least once. */
const TextReply = z.object({
  key: z.string(),
  /** To be sent with the next change. */
  version: z.int(),
  /** Null: ours again. */
  value: OwnTextValue.nullable(),
  changedBy: z.string(),
  changedAt: InstantText,
  /** Ours as it was when this was written, if a release has changed it since; null: it has not. */
  formerOurs: OwnTextValue.nullable(),
});
export type TextReply = z.infer<typeof TextReply>;

const KeyInPath = z.object({ key: z.string().max(80) });

export const listTexts = endpoint({
  method: 'GET',
  path: '/api/admin/page-texts',
  right: 'editTexts',
  summary: 'The texts of pages and messages that staff changed, and what their fields say now',
  reply: z.object({
    texts: z.array(TextReply),
    /** For the fields of pages. */
    values: z.record(z.string(), z.string()),
    /** What meals cost, for the warning about amounts. */
    prices: z.array(z.string()),
    /** For the preview of messages: as long as a real one. */
    example: z.object({ business: z.string(), link: z.string() }),
    /** Whether text messages go out: `kept` means they are saved in the data folder. */
    mode: z.enum(['service', 'kept']),
  }),
});

export const TextFields = z.object({
  version: z.int().min(0),
  value: OwnTextValue.nullable(),
});

export const changePageText = endpoint({
  method: 'PUT',
  path: '/api/admin/page-texts/:key',
  right: 'editTexts',
  about: 'any',
  summary: 'Changes a text of a page or a message; null goes back to ours',
  refusals: ['changed_meanwhile'],
  params: KeyInPath,
  body: sentBack(TextFields, TextReply),
  reply: TextReply,
});
export type SentText = z.output<typeof changePageText.body>;

export const listTextVersions = endpoint({
  method: 'GET',
  path: '/api/admin/page-texts/:key/history',
  right: 'editTexts',
  about: 'any',
  summary: 'Every version of a text, newest first',
  params: KeyInPath,
  reply: z.object({
    versions: z.array(
      TextReply.pick({ version: true, value: true, changedBy: true, changedAt: true }),
    ),
  }),
});

const PREVIEWED = Object.values(TEXT_PAGES).map(({ path }) => path);

export const previewTexts = endpoint({
  method: 'POST',
  path: '/api/admin/page-texts/preview',
  right: 'editTexts',
  about: 'any',
  summary: 'A page as a visitor would get it with these texts, for a frame without scripts',
  refusals: ['no_pages'],
  body: z.strictObject({
    path: z.enum(PREVIEWED),
    texts: z.record(z.string().max(80), OwnTextValue.nullable()),
  }),
  /** A whole document. */
  reply: z.object({ html: z.string() }),
});
