/**
 * The optional language model at any OpenAI-compatible address: one attempt, three seconds, and our own wording if
 * there is any doubt.
 */
import type { OpenAI } from 'openai';
import { CHECK_AGAIN, explainRecommendation } from '#areas/calculator/rules/timeline-advice.ts';
import type { Log } from '#platform/server/context.ts';
import type { Environment } from '#platform/server/env.ts';
import { z } from 'zod';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import { SECOND_HELPING_KCAL } from '#areas/menu/rules/plan-share.ts';
import { formatDayOfServices, type ServiceFacts } from '#areas/business/rules/services.ts';
import type { Recommendation } from '#areas/calculator/rules/recommendation.ts';

type AdviserSettings = NonNullable<Environment['ai']>;

const TIME_LIMIT_MS = 3000;

const INSTRUCTIONS = `You reword the result of a calorie calculator for the customer of a prepared-meal kitchen in Australia.
Answer with JSON only: {"headline": string, "paragraphs": string[]}. The headline is the answer in one sentence; 1 to 3 short paragraphs explain it. At most 100 words in all.
Use only the facts given. Write every number in digits, exactly as given, and use no other numbers. Weeks may only be the weeks given. Say that the plan is for the whole day, and how much of the day the meals from us give.
Plain text in kind Australian English, without markup or links. Promise nothing, praise no low number, give no medical advice and no advice of your own.`;

export async function createWording(
  settings: AdviserSettings | null,
  log: Pick<Log, 'warn'>,
): Promise<Wording> {
  if (!settings) return builtInWording;
  const client = await openClient(settings);
  const { host } = new URL(settings.baseUrl);
  return {
    adviser: { name: `${settings.model} (${host})` },
    async explain(goal, recommendation, business) {
      const facts = adviceFacts(goal, recommendation, business);
      const checked = await askModel(client, settings.model, facts);
      if ('paragraphs' in checked) {
        return { paragraphs: [...checked.paragraphs, CHECK_AGAIN], source: 'model' };
      }
      log.warn({ reason: checked.refusal }, 'the wording from the adviser was rejected');
      return builtInWording.explain(goal, recommendation, business);
    },
  };
}

/** Loaded only when used: it costs 38 MB of memory. */
async function openClient({ baseUrl, apiKey }: AdviserSettings): Promise<OpenAI> {
  const openai = await import('openai');
  return new openai.OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Without these, the client reads environment variables that are not ours.
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    // Visitors are told which host gets the request: a redirect would send it elsewhere.
    fetchOptions: { redirect: 'error' },
  });
}

async function askModel(client: OpenAI, model: string, facts: AdviceFacts) {
  try {
    const completion = await client.chat.completions.create(
      {
        model,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: INSTRUCTIONS },
          { role: 'user', content: JSON.stringify(facts) },
        ],
      },
      { signal: AbortSignal.timeout(TIME_LIMIT_MS) },
    );
    return checkWording(completion.choices[0]?.message.content ?? '', facts);
  } catch (error) {
    // The error's message may repeat what we sent.
    return { refusal: error instanceof Error ? error.constructor.name : 'no answer' };
  }
}

/** A language model's text is shown only if it passes every check. */
const CheckWordingWording = z.object({
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

type CheckedWording = { paragraphs: string[] } | { refusal: string };

/** `answer`: JSON text. The refusal names the failed check and repeats nothing from the answer. */
export function checkWording(answer: string, facts: AdviceFacts): CheckedWording {
  const wording = CheckWordingWording.safeParse(parseJson(answer));
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

/** Everything a language model receives: what we computed, and nothing about the body it was computed from. */
export function adviceFacts(goal: Goal, recommendation: Recommendation, business: ServiceFacts) {
  const { protein, carbs, fat } = recommendation.macros;
  return {
    goal,
    caloriesPerDay: recommendation.recommendedCalories,
    plan: recommendation.recommendedPlan,
    planCalories: recommendation.planCalories,
    mealsFromUs: formatDayOfServices(business),
    caloriesFromUs: recommendation.serviceKcal,
    caloriesPerMeal: recommendation.perMealKcal,
    caloriesForBreakfastAndSnacks: recommendation.restOfDayKcal,
    secondHelpingsPerDay: recommendation.extraMeals,
    caloriesOfSecondHelpings: recommendation.extraMeals * SECOND_HELPING_KCAL,
    proteinGramsPerDay: protein.grams,
    carbohydrateGramsPerDay: carbs.grams,
    fatGramsPerDay: fat.grams,
    trainingDayCalories: recommendation.cycling?.trainingDayCalories ?? null,
    restDayCalories: recommendation.cycling?.restDayCalories ?? null,
    weeks: recommendation.timelineWeeks,
    weeksRange: recommendation.weeksRange,
  };
}

type AdviceFacts = ReturnType<typeof adviceFacts>;

/** Our own words for a calorie recommendation. */
export const builtInWording = {
  adviser: null,
  explain: async (goal, recommendation, facts) => ({
    paragraphs: explainRecommendation(goal, recommendation, facts),
    source: 'template',
  }),
} satisfies Wording;

// Who puts a calorie recommendation into words: we ourselves, or a language model that may only reword what we computed.

type Explanation = {
  /** The first paragraph is the answer in one sentence. */
  paragraphs: string[];
  source: 'template' | 'model';
};

type Wording = {
  /** Shown to visitors before we send it anything; null: no external service. */
  adviser: { name: string } | null;
  explain(goal: Goal, recommendation: Recommendation, facts: ServiceFacts): Promise<Explanation>;
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Words calorie recommendations. */
    wording: Wording;
  }
}
