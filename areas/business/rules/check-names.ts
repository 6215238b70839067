/** The facts that are words: who the kitchen is and how to reach it. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { normalisePhone } from '#areas/business/rules/australian-phone.ts';
import { STATE_NAMES } from '#areas/business/rules/australian-states.ts';
import { isEmailAddress } from '#platform/rules/email-address.ts';
import { accentProblem } from './accent-colour.ts';
import { isBusinessNumber } from './business-number.ts';
import { addProblem, type FactProblems } from './fact-problems.ts';

type TextFact = 'name' | 'tagline' | 'location' | 'premises';

const TEXTS: Record<TextFact, { what: string; longest: number }> = {
  name: { what: 'the name of your kitchen', longest: 60 },
  tagline: { what: 'one line about your kitchen', longest: 160 },
  location: { what: 'where you are, such as Hobart, Tasmania', longest: 80 },
  premises: { what: 'the street address of your kitchen', longest: 160 },
};

const REGION_TEXTS = {
  suburbsPhrase: { what: 'what follows “12”, such as suburbs of Greater Hobart', longest: 80 },
  areaPhrase: { what: 'what follows “delivered across”, such as Greater Hobart', longest: 60 },
  shortName: { what: 'the short name of your area, such as Hobart', longest: 40 },
};

/** Numbers for the whole country: 13 and six digits in all, or 1300 and 1800 with ten. */
const SERVICE_NUMBER = /^(?:13\d{4}|1[38]00\d{6})$/;

export function checkNames(facts: BusinessFacts, problems: FactProblems): void {
  for (const [field, { what, longest }] of Object.entries(TEXTS)) {
    const message = textProblem(facts[field as TextFact], what, longest);
    if (message !== null) addProblem(problems, field, message);
  }
  for (const [field, { what, longest }] of Object.entries(REGION_TEXTS)) {
    const message = textProblem(facts.region[field as keyof typeof REGION_TEXTS], what, longest);
    if (message !== null) addProblem(problems, `region.${field}`, message);
  }
  if (!STATE_NAMES.includes(facts.region.state)) {
    const message = `Please choose one of ${STATE_NAMES.join(', ')}`;
    addProblem(problems, 'region.state', message);
  }
  if (normalisePhone(facts.phone) === null && !isServiceNumber(facts.phone)) {
    addProblem(
      problems,
      'phone',
      'Please enter an Australian phone number, such as (03) 7010 1234 or 1300 555 016',
    );
  }
  if (!isEmailAddress(facts.email) || facts.email !== facts.email.trim()) {
    addProblem(problems, 'email', 'Please enter an email address, such as hello@kitchen.example');
  }
  const colourProblem = facts.accentColour === null ? null : accentProblem(facts.accentColour);
  if (colourProblem !== null) addProblem(problems, 'accentColour', colourProblem);
  if (facts.abn !== null && !isBusinessNumber(facts.abn)) {
    addProblem(
      problems,
      'abn',
      'Please check the ABN: it has 11 digits, and one of these is not as the tax office gave it',
    );
  }
  if (facts.gstRegistered && facts.abn === null) {
    addProblem(problems, 'abn', 'Please enter your ABN, or switch GST off: a tax invoice needs it');
  }
  if (!/^[A-Z]{2,3}$/.test(facts.orderPrefix)) {
    addProblem(problems, 'orderPrefix', 'Please enter two or three capital letters, such as HK');
  }
  checkDates(facts, problems);
}

/** Null: in order. One line without spaces around it. */
export function textProblem(text: string, what: string, longest: number): string | null {
  if (text.trim() === '') return `Please enter ${what}`;
  if (text.length > longest) return `Please use ${longest} characters or fewer`;
  if (text !== text.trim()) return 'Please remove the spaces before and after';
  if (/[\p{Cc}\p{Cs}\u2028\u2029<>]/u.test(text)) {
    return 'Please use one line of plain text, without < and >';
  }
  return null;
}

function isServiceNumber(phone: string): boolean {
  return /^[\d ]{6,14}$/.test(phone) && SERVICE_NUMBER.test(phone.replaceAll(' ', ''));
}

/** Independent of today, so that facts that were good once are never found wrong later. */
function checkDates({ launchDate, copyrightYear }: BusinessFacts, problems: FactProblems): void {
  if (!isPlainDate(launchDate) || launchDate < '2000-01-01' || launchDate > '2099-12-31') {
    addProblem(problems, 'launchDate', 'Please enter a date between 2000 and 2099');
  }
  if (copyrightYear < 2000 || copyrightYear > 2099) {
    addProblem(problems, 'copyrightYear', 'Please enter a year between 2000 and 2099');
  }
}
