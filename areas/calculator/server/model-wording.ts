/**
 * The optional language model at any OpenAI-compatible address: one attempt, three seconds, and our own wording if
 * there is any doubt.
 */
import type { OpenAI } from 'openai';
import { CHECK_AGAIN } from '#areas/calculator/rules/explanation.ts';
import type { Log } from '#platform/server/context.ts';
import { type AdviceFacts, adviceFacts } from '#areas/calculator/server/advice-facts.ts';
import { checkWording } from '#areas/calculator/server/check-wording.ts';
import { builtInWording } from '#areas/calculator/server/wording.ts';
import type { Wording } from '#areas/calculator/server/wording-port.ts';
import type { Environment } from '#platform/server/env.ts';

type AdviserSettings = NonNullable<Environment['ai']>;

const TIME_LIMIT_MS = 3000;

const INSTRUCTIONS = `You reword the result of a calorie calculator for the customer of a prepared-meal kitchen in Australia.
Answer with JSON only: {"headline": string, "paragraphs": string[]}. The headline is the answer in one sentence; 1 to 3 short paragraphs explain it. At most 100 words in all.
Use only the facts given. Write every number in digits, exactly as given, and use no other numbers. Weeks may only be the weeks given. Say that the plan is for the whole day, and how much of the day lunch and dinner give.
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
    async explain(goal, recommendation) {
      const facts = adviceFacts(goal, recommendation);
      const checked = await ask(client, settings.model, facts);
      if ('paragraphs' in checked) {
        return { paragraphs: [...checked.paragraphs, CHECK_AGAIN], source: 'model' };
      }
      log.warn({ reason: checked.refusal }, 'the wording from the adviser was rejected');
      return builtInWording.explain(goal, recommendation);
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

async function ask(client: OpenAI, model: string, facts: AdviceFacts) {
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
