/** Rules for passwords: long, and not among the first that attackers try. No rules about characters. ASVS 6.2. */
import { readFileSync } from 'node:fs';
import { PASSWORD_LENGTH } from '#contract/sign-in.ts';
import { emailKey } from '#domain/customer/email-address.ts';
import { InvalidRequest } from '#server/errors.ts';
import type { StaffSignIn } from '#server/staff/sign-in/sign-in.ts';

let common: ReadonlySet<string> | null = null;

/** The problem with a new password, as a sentence; null if it is acceptable. */
export function findPasswordProblem(
  password: string,
  { email, shortest = PASSWORD_LENGTH.min }: { email: string; shortest?: number },
): string | null {
  if (password.length < shortest)
    return `Please choose a password of at least ${shortest} characters`;
  if (password.length > PASSWORD_LENGTH.max) {
    return `Please choose a password of ${PASSWORD_LENGTH.max} characters or fewer`;
  }
  const plain = password.toLowerCase();
  const isObvious =
    commonPasswords().has(plain) ||
    isMadeOfOurWords(plain, email) ||
    plain === emailKey(email) ||
    // One to four characters repeated.
    /^(.{1,4}?)\1+.{0,3}$/su.test(plain);
  return isObvious ? 'Please choose a password that is harder to guess' : null;
}

/** ASVS 6.1.2: what attackers who know this business would try first. */
const OUR_WORDS = [
  'mealrun',
  'redlands',
  'cleveland',
  'brisbane',
  'queensland',
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

/** Too little remains after removing our words, their name and trailing digits or symbols. */
function isMadeOfOurWords(plain: string, email: string): boolean {
  const [own = ''] = emailKey(email).split('@');
  const words = own.length > 2 ? [own, ...OUR_WORDS] : OUR_WORDS;
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.replaceAll(/[\d\W_]/g, '').length < FEWEST_OWN_CHARACTERS;
}

/** Hashes a password that someone has just chosen. Throws InvalidRequest when it is unacceptable. */
export async function hashNewPassword(
  signIn: StaffSignIn,
  password: string,
  email: string,
  field = 'password',
): Promise<string> {
  const problem = findPasswordProblem(password, { email });
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
