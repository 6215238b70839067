import { type SentText, TextFields, type TextReply } from '#areas/messages/calls/texts.ts';
import { entryOf, ordinarySituation } from '#areas/business/rules/texts/catalogue.ts';
import { checkText, isSitePath } from '#areas/business/rules/texts/check-text.ts';
import {
  LONGEST,
  oursOf,
  type OurTopic,
  type OwnText,
  type OwnTexts,
  type OwnWords,
  type TextEntry,
} from '#areas/business/rules/texts/text-entry.ts';
import { textValues } from '#areas/business/rules/texts/text-values.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  listTextVersions,
  loadTexts,
  ownTexts,
  textsOf,
  addTextVersion,
} from '#areas/business/server/load-business.ts';
import type { TextRow } from '#areas/business/server/tables/texts.ts';
import {
  checkMessageText,
  type MessageWords,
  ourWords,
  messageOfKey,
  type MessageTextId,
  messageTextKey,
} from '#areas/messages/rules/check-message-text.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import type { MessageChannel } from '#areas/messages/rules/messages.ts';
import { shortLinkFor } from '#areas/order-book/server/tracking-token.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest, NotFound, Conflict } from '#platform/server/errors.ts';
import { readChange } from '#platform/server/http/read-request.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** The business and a link of the length that real ones have. */
export async function exampleFor(
  context: Pick<Context, 'site' | 'signIn' | 'trackingSecret'>,
): Promise<{ business: string; link: string }> {
  const { business } = await context.site.current();
  return { business: business.name, link: shortLinkFor(context, 'example').url };
}

export async function findWords(
  context: Pick<Context, 'site'>,
  kind: DeliveryMessageKind,
  channel: MessageChannel,
): Promise<MessageWords> {
  const own = (await textsOf(context))[messageTextKey({ kind, channel })];
  return isWords(own) ? own : ourWords(kind, channel);
}

/** All that were ever changed. Texts that a release took away are not shown any more. */
export async function describeTexts({ db }: Pick<Context, 'db'>): Promise<TextReply[]> {
  const rows = await loadTexts(db);
  return rows.filter(({ key }) => isKnown(key)).map(describeText);
}

export async function describeHistory({ db }: Pick<Context, 'db'>, key: string) {
  if (!isKnown(key)) throw new NotFound('This text');
  const versions = await listTextVersions(db, key);
  return { versions: versions.map(describeText) };
}

function isKnown(key: string): boolean {
  return entryOf(key) !== undefined || messageOfKey(key) !== undefined;
}

function describeText(row: TextRow): TextReply {
  const { key, version, value, ours, changedBy, changedAt } = row;
  const isFormer = value !== null && ours !== null && canonical(ours) !== canonical(oursNow(key));
  return {
    key,
    version,
    value,
    changedBy,
    changedAt: changedAt.toISOString(),
    formerOurs: isFormer ? ours : null,
  };
}

/** As text that does not depend on the sequence in which a database keeps keys. */
function canonical(value: OwnText | null): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Our words on an ordinary day of the default kitchen, so that only a release changes them. Null: no such text. */
function oursNow(key: string): OwnText | null {
  const message = messageOfKey(key);
  if (message) return ourWords(message.kind, message.channel);
  const entry = entryOf(key);
  if (!entry) return null;
  if (entry.kind === 'notice') return entry.ours;
  const values = textValues(defaultBusiness, { prices: [], tiers: [] });
  const ours = oursOf<string | readonly OurTopic[]>(
    entry,
    ordinarySituation(defaultBusiness, values),
  );
  if (typeof ours === 'string') return ours;
  return ours.map(({ id, title, text, isRule }) => (isRule ? { rule: id } : { id, title, text }));
}

/** Throws InvalidRequest by the path within the text, NotFound, or Conflict `changed_meanwhile`. */
export async function saveText(
  context: Context,
  staff: StaffMember,
  key: string,
  sent: SentText,
): Promise<TextReply> {
  const message = messageOfKey(key);
  const entry = entryOf(key);
  if (!message && !entry) throw new NotFound('This text');
  const [newest] = await listTextVersions(context.db, key);
  const stored = newest && describeText(newest);
  const change = readChange(sent, stored ?? { key }, TextFields);
  if (change === null && stored) return stored;
  const { version, value } = change ?? sent;
  if (value !== null) {
    if (message) await refuseWords(context, message, value);
    else if (entry) await refuseText(context, entry, { key, value });
  }
  const saved = await context.db.transaction(async (tx) => {
    const [before] = await listTextVersions(tx, key);
    const written = await addTextVersion(tx, {
      key,
      version,
      value: value === null ? null : tidy(value),
      ours: oursNow(key),
      changedBy: staff.email,
      changedAt: new Date(context.clock()),
    });
    if (!written) return null;
    await recordChange(tx, context, {
      staff,
      action: value === null ? 'text.reset' : 'text.update',
      entityId: key,
      before: { text: before?.value ?? null },
      after: { text: written.value },
    });
    return describeText(written);
  });
  if (saved === null) throw await changedMeanwhile(context, key);
  context.site.renew();
  return saved;
}

function tidy(value: OwnText): OwnText {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value))
    return value.map((topic) =>
      'rule' in topic ? topic : { ...topic, title: topic.title.trim(), text: topic.text.trim() },
    );
  if ('from' in value) return { ...value, text: value.text.trim() };
  return { subject: value.subject?.trim() ?? null, text: value.text.trim() };
}

async function refuseWords(
  context: Context,
  { kind, channel }: MessageTextId,
  value: OwnText,
): Promise<void> {
  if (!isWords(value)) throw new InvalidRequest({ value: 'Please send subject and text' });
  const words = channel === 'email' ? value : { ...value, subject: null };
  const problems = checkMessageText(kind, channel, words, await exampleFor(context));
  if (Object.keys(problems).length > 0) throw new InvalidRequest({ ...problems });
}

function isWords(value: OwnText | undefined): value is OwnWords {
  return typeof value === 'object' && 'subject' in value;
}

async function refuseText(
  context: Context,
  entry: TextEntry,
  { key, value }: { key: string; value: OwnText },
): Promise<void> {
  const { business, texts } = await context.site.current();
  const situation = ordinarySituation(business, texts.values);
  const problems = checkText(entry, value, { situation, isPage: isSitePath });
  const found = Object.entries(problems).map(([path, why]) => [path === '' ? 'value' : path, why]);
  if (found.length > 0)
    throw new InvalidRequest(Object.fromEntries(found) as Record<string, string>);
  const all: OwnTexts = { ...ownTexts(await loadTexts(context.db)), [key]: value };
  if (JSON.stringify(all).length > LONGEST.all)
    throw new InvalidRequest({ value: 'All your texts together are too long' });
}

async function changedMeanwhile({ db }: Pick<Context, 'db'>, key: string) {
  const [newest] = await listTextVersions(db, key);
  if (!newest) throw new InvalidRequest({ version: 'This text was never changed: send 0' });
  return new Conflict(
    'changed_meanwhile',
    `${newest.changedBy} changed this text after you opened it.`,
    { theirs: describeText(newest) },
  );
}
