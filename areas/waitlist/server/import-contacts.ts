/** People of another shop who agreed to emails: they join the waitlist, and no email goes out. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { normalisePhone } from '#areas/business/rules/australia.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import {
  isEmailAddress,
  LONGEST_NAME,
  mailboxKey,
  tidyName,
} from '#platform/rules/customer-name.ts';
import type { ImportQuestion, ImportShape } from '#platform/rules/imports.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { ImportedRow, Importer, ImportRow, PlanAsked } from '#platform/server/importer.ts';

const LONGEST_CONSENT = 200;
const SHORTEST_CONSENT = 10;
const YES = ['yes', 'true', '1', 'y', 'subscribed'];

const SHOPIFY: ImportShape = {
  name: 'Shopify',
  has: ['First Name', 'Last Name', 'Email', 'Accepts Email Marketing'],
  columns: {
    email: ['Email'],
    accepts: ['Accepts Email Marketing'],
    firstName: ['First Name'],
    lastName: ['Last Name'],
    suburb: ['Default Address City', 'City'],
    phone: ['Phone', 'Default Address Phone'],
  },
};

const QUESTIONS: readonly ImportQuestion[] = [
  { key: 'agreed', label: 'These people agreed to emails from us', type: 'tick' },
  {
    key: 'where',
    label: 'Where and when did they agree?',
    hint: 'Kept with each of them: “Ticked at the checkout of our Shopify store, 2023 to 2026”.',
    type: 'text',
    longest: LONGEST_CONSENT,
  },
  {
    key: 'offer',
    label: 'Give them the launch offer',
    hint: 'Without it, delivery of their first order is not free.',
    type: 'tick',
  },
];

/** For all else that such a file has, notes above all, nothing is taken. */
export const contactImporter: Importer = {
  kind: 'contacts',
  columns: [
    { key: 'email', label: 'Email', names: ['email address', 'e-mail'], isNeeded: true },
    {
      key: 'accepts',
      label: 'Agreed to emails',
      names: ['accepts marketing', 'consent', 'subscribed'],
      isNeeded: true,
    },
    { key: 'firstName', label: 'First name', names: ['name'] },
    { key: 'lastName', label: 'Last name', names: ['surname'] },
    { key: 'suburb', label: 'Suburb', names: ['city', 'town'], isNeeded: true },
    { key: 'phone', label: 'Phone', names: ['mobile'] },
  ],
  shapes: [SHOPIFY],
  questions: () => QUESTIONS,
  plan: planContacts,
  undo: undoContacts,
  // Who is on the waitlist is in a file of its own, which asks for the password.
  template: () =>
    Promise.resolve([['Email', 'Agreed to emails', 'First name', 'Last name', 'Suburb', 'Phone']]),
};

async function planContacts(
  context: Context,
  { tx, rows, answers }: PlanAsked,
): Promise<ImportedRow[]> {
  const consentText = tidyName(answers['where'] ?? '').slice(0, LONGEST_CONSENT);
  refuseWithoutConsent(answers['agreed'] === 'yes', consentText);
  const known = await tx
    .select({
      mailbox: waitlistEntries.mailbox,
      email: waitlistEntries.email,
      unsubscribedAt: waitlistEntries.unsubscribedAt,
    })
    .from(waitlistEntries);
  const byMailbox = new Map(
    known.map((entry) => [entry.mailbox ?? mailboxKey(entry.email), entry]),
  );
  const emailOf = ({ cells }: ImportRow) => cells['email'] ?? '';
  const named = Map.groupBy(rows, (row) => mailboxKey(emailOf(row)));
  return rows.map((row): ImportedRow => {
    const email = emailOf(row);
    const { person, problems, notes } = readPerson(row);
    const others = (named.get(mailboxKey(email)) ?? []).filter((other) => other !== row);
    if (email !== '')
      problems.push(...others.map((other) => `Row ${other.row} has the same email.`));
    const base = { row: row.row, name: person.name || email || '(no name)', problems, notes };
    if (problems.length > 0) return { ...base, outcome: 'refused' };
    const there = byMailbox.get(mailboxKey(email));
    if (there) {
      const note = there.unsubscribedAt
        ? 'Unsubscribed, and stays so.'
        : 'On the waitlist already.';
      return { ...base, outcome: 'same', notes: [note] };
    }
    const at = new Date(context.clock());
    const entry = {
      ...person,
      name: person.name || null,
      consentText,
      source: 'import',
      hasOffer: answers['offer'] === 'yes',
    } as const;
    return {
      ...base,
      outcome: 'new',
      basis: entry,
      store: async ({ tx: storing, made }) => {
        const [added] = await storing
          .insert(waitlistEntries)
          .values({ ...entry, mailbox: mailboxKey(email), consentAt: at, createdAt: at })
          .onConflictDoNothing()
          .returning({ id: waitlistEntries.id });
        if (added) made('contacts', added.id);
      },
    };
  });
}

/** The law asks who says so, and by what. */
function refuseWithoutConsent(isAgreed: boolean, consentText: string): void {
  if (!isAgreed)
    throw new InvalidRequest({
      'answers.agreed': 'Tick that these people agreed to emails from you, or leave them out.',
    });
  if (consentText.length < SHORTEST_CONSENT)
    throw new InvalidRequest({ 'answers.where': 'Say where and when they agreed.' });
}

function readPerson({ cells }: ImportRow) {
  const {
    email = '',
    accepts = '',
    firstName = '',
    lastName = '',
    suburb = '',
    phone = '',
  } = cells;
  const name = tidyName(`${firstName} ${lastName}`);
  const known = phone === '' ? null : normalisePhone(phone);
  const problems = [
    ...(YES.includes(accepts.toLowerCase())
      ? []
      : ['The file does not say that they agreed to emails.']),
    ...(isEmailAddress(email) ? [] : [`“${email}” is not an email address.`]),
    ...(tidyName(suburb) === '' ? ['Suburb is missing.'] : []),
    ...(name.length > LONGEST_NAME ? [`The name has more than ${LONGEST_NAME} characters.`] : []),
  ];
  const notes = phone !== '' && known === null ? [`The phone “${phone}” is left out.`] : [];
  const person = {
    email: email.trim(),
    name,
    suburb: tidyName(suburb).slice(0, LONGEST_SUBURB),
    phone: known,
  };
  return { person, problems, notes };
}

/** Those who have heard from us, ordered or unsubscribed since stay: their row says what they want. */
async function undoContacts(
  _context: Context,
  tx: Transaction,
  _staff: unknown,
  ids: Readonly<Partial<Record<string, number[]>>>,
): Promise<{ undone: number; left: number }> {
  const made = ids['contacts'] ?? [];
  if (made.length === 0) return { undone: 0, left: 0 };
  const removed = await tx
    .delete(waitlistEntries)
    .where(
      and(
        inArray(waitlistEntries.id, made),
        eq(waitlistEntries.source, 'import'),
        isNull(waitlistEntries.unsubscribedAt),
        isNull(waitlistEntries.firstOrderCheckoutId),
        sql`not exists (select from ${orders} where ${orders.mailbox} = ${waitlistEntries.mailbox})`,
        sql`not exists (select from ${messages} where ${messages.waitlistEntryId} = ${waitlistEntries.id})`,
      ),
    )
    .returning({ id: waitlistEntries.id, email: waitlistEntries.email });
  const rest = await tx.$count(waitlistEntries, inArray(waitlistEntries.id, made));
  return { undone: removed.length, left: rest };
}
