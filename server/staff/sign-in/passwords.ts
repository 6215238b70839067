/** What a password must be: long, and not one that everybody tries first. Nothing about its letters. ASVS 6.2. */
import { readFileSync } from 'node:fs';
import { PASSWORD_LENGTH } from '#contract/sign-in.ts';
import { emailKey } from '#domain/customer/email-address.ts';
import { InvalidRequest } from '#server/errors.ts';
import type { StaffSignIn } from '#server/staff/sign-in/sign-in.ts';

let common: ReadonlySet<string> | null = null;

/** What is wrong with a new password, as a sentence; null when nothing is. */
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
    // One to four characters over and over.
    /^(.{1,4}?)\1+.{0,3}$/su.test(plain);
  return isObvious
    ? 'Please choose another password: this one is among the first that are tried'
    : null;
}

/** ASVS 6.1.2: what somebody tries first who knows whose door this is. */
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

/** Little is left of it without our words, their own name and the figures and signs that people put behind. */
function isMadeOfOurWords(plain: string, email: string): boolean {
  const [own = ''] = emailKey(email).split('@');
  const words = own.length > 2 ? [own, ...OUR_WORDS] : OUR_WORDS;
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.replaceAll(/[\d\W_]/g, '').length < FEWEST_OWN_CHARACTERS;
}

/** For a password somebody has just chosen. Throws InvalidRequest when it will not do. */
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
