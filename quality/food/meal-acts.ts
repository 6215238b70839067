/** Meals as staff make and change them. */
import type { MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import {
  answerOf,
  idOf,
  accepted,
  type ActAnswer,
  type CaseMeal,
  type Kitchen,
  type Of,
  type Reply,
} from '#quality/food/kitchen.ts';

function mealFacts({ type, tags, shelf, ...rest }: Partial<CaseMeal>): Partial<MealRequest> {
  return {
    ...rest,
    ...(type && { mealType: type }),
    ...(tags && { dietaryTags: tags }),
    ...(shelf !== undefined && { shelfLifeDays: shelf }),
  } as Partial<MealRequest>;
}

export async function newMeal(k: Kitchen, { meal, set }: Of<'new meal'>): Promise<ActAnswer> {
  const facts = aMealRequest(mealFacts(set));
  return readSavedMeal(k, meal, facts, await k.office.post('/api/meals', facts));
}

export async function saveMeal(k: Kitchen, one: Of<'save meal'>): Promise<ActAnswer> {
  const { meal, set, cooked, active } = one;
  const facts = {
    ...k.meals.get(meal)?.facts,
    ...mealFacts(set),
    ...(active !== undefined && { isActive: active }),
  } as MealRequest;
  const address = `/api/meals/${idOf(k, meal)}`;
  const reply = await k.office.put(address, { ...facts, ...(cooked && { cooked }) });
  return readSavedMeal(k, meal, facts, reply);
}

/** `public`: visitors see it. */
async function readSavedMeal(
  k: Kitchen,
  meal: string,
  facts: MealRequest,
  reply: Reply,
): Promise<ActAnswer> {
  const answer = answerOf(reply);
  if (answer.refused !== null) return answer;
  const { id, version, notPublic = [] } = reply.json<StaffMealReply>();
  k.meals.set(meal, { id, facts });
  const listed = accepted(await k.t.app.inject('/api/meals')).json<{ id: number }[]>();
  return {
    refused: null,
    version,
    public: listed.some((one) => one.id === id),
    notPublic: Object.fromEntries(notPublic.map(({ field, message }) => [field, message])),
  };
}
