/** A language model's text is shown only if it passes every check. */
import { z } from 'zod';
import type { AdviceFacts } from '#areas/calculator/server/advice-facts.ts';

const Wording = z.object({
  headline: z.string().min(1),
  paragraphs: z.array(z.string().min(1)).min(1).max(3),
});

const MOST_WORDS = 120;

/** Plain English only: no markup, no links, no look-alike letters or digits. */
const PLAIN_TEXT = /^[A-Za-z0-9 .,;:!?'"()\-–—‘’“”]+$/;
const ADDRESS = /[a-z]\.[a-z]|\bwww\b/i;
const BANNED =
  /\b(?:guarantee|cure|curing|detox|cheat|guilt|burn|fast|supplement|medicat|medicin|starv|purg|laxativ|skip|skinny|shame|punish)/i;
/** Numbers are checked as digits, so they must not be written as words. */
const NUMBER_WORDS =
  /\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|double|twice|triple|thrice)/i;
const NUMBER = /\d+(?:[.,]\d+)*/g;
const NUMBER_IN_JSON = /\d+(?:\.\d+)?/g;
/** Kilograms are never promised, as digits or in words. */
const KILOGRAMS = /\b(?:kgs?|kilos?|kilograms?|pounds?|lbs?|stones?)\b|\dkg/i;
const CALORIES_A_DAY = /(\d[\d,]*)\s*(?:k?cals?|calories)\s+(?:(?:a|per|each|every)\s+day|daily)/gi;
const CALORIES = /(\d[\d,]*)\s*(?:k?cals?|calories)\b/gi;
const WEEKS = /(\d[\d,]*)[\s-]*weeks?/gi;
const OTHER_TIME = /\d[\s-]*(?:days?|months?|years?|hours?|minutes?)\b/i;

export type CheckedWording = { paragraphs: string[] } | { refusal: string };

/** `answer`: JSON text. The refusal names the failed check and repeats nothing from the answer. */
export function checkWording(answer: string, facts: AdviceFacts): CheckedWording {
  const wording = Wording.safeParse(parseJson(answer));
  if (!wording.success) return { refusal: 'not the requested JSON' };
  const { headline, paragraphs } = wording.data;
  const tidy = [headline, ...paragraphs].map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const refusal = tidy.map((text) => doubtAbout(text, facts)).find((doubt) => doubt !== null);
  if (refusal) return { refusal };
  if (!allAmong(headline, CALORIES, [facts.caloriesPerDay])) {
    return { refusal: 'different daily calories' };
  }
  if (tidy.join(' ').split(' ').length >= MOST_WORDS) return { refusal: 'too many words' };
  return { paragraphs: tidy };
}

function doubtAbout(text: string, facts: AdviceFacts): string | null {
  if (!PLAIN_TEXT.test(text) || ADDRESS.test(text)) return 'not plain text';
  if (BANNED.test(text)) return 'a banned word';
  if (NUMBER_WORDS.test(text)) return 'a number in words';
  if (KILOGRAMS.test(text)) return 'a promise in kilograms';
  const known = numbersIn(facts);
  if (![...text.matchAll(NUMBER)].every(([number]) => known.has(toNumber(number)))) {
    return 'a number not in the facts';
  }
  if (!allAmong(text, CALORIES_A_DAY, [facts.caloriesPerDay])) return 'different daily calories';
  const weeks = [facts.weeks, ...(facts.weeksRange ?? [])];
  if (!allAmong(text, WEEKS, weeks) || OTHER_TIME.test(text)) return 'a different time span';
  return null;
}

function allAmong(text: string, pattern: RegExp, allowed: (number | null)[]): boolean {
  return [...text.matchAll(pattern)].every(([, number = '']) => allowed.includes(toNumber(number)));
}

function numbersIn(facts: AdviceFacts): Set<number> {
  return new Set([...JSON.stringify(facts).matchAll(NUMBER_IN_JSON)].map(([text]) => Number(text)));
}

/** "1,560" is 1560; a trailing comma belongs to the sentence. */
function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
