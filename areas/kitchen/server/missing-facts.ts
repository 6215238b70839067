import type { MissingReply } from '#areas/kitchen/calls/production-plan.ts';
import { whyNotOn } from '#areas/kitchen/rules/plan/cook-days.ts';
import type { PlanProblem } from '#areas/kitchen/rules/plan/plan-production.ts';
import { closedDaysOf, type KitchenPlan, recipesOf } from './read-plan.ts';

const NOWHERE = { mealId: null, componentId: null, ingredientId: null };

/** What the plan lacks, the worst first, each once: where to enter it follows from the ids. */
export function listMissingFacts(plan: KitchenPlan): MissingReply[] {
  const problems = plan.problems.map((problem) => describeProblem(problem, plan));
  const mealIds = [...new Set(plan.served.map(({ mealId }) => mealId))];
  const ofMeals = mealIds.flatMap((mealId): MissingReply[] => {
    const meal = plan.menu.get(mealId);
    if (!meal) return [];
    const found: MissingReply[] = [];
    if (!plan.book.meals.has(mealId))
      found.push({ ...NOWHERE, mealId, kind: 'no_recipe', text: `${meal.name} has no recipe.` });
    if (meal.shelfLifeDays === null)
      found.push({
        ...NOWHERE,
        mealId,
        kind: 'shelf_life_unknown',
        text: `How long ${meal.name} keeps is not entered. It counts as ${plan.business.keepsFreshDays} days.`,
      });
    return found;
  });
  const used = new Set(plan.ingredients.map(({ ingredientId }) => ingredientId));
  const ofIngredients = [...used].flatMap((ingredientId): MissingReply[] => {
    const ingredient = plan.book.ingredients.get(ingredientId);
    if (!ingredient?.isBought || ingredient.pack !== null) return [];
    const text = `In which packs ${ingredient.name} is bought is not entered.`;
    return [{ ...NOWHERE, ingredientId, kind: 'no_pack', text }];
  });
  const all = [...problems, ...ofMeals, ...ofIngredients];
  return all.filter((fact, index) => all.findIndex(({ text }) => text === fact.text) === index);
}

function describeProblem(
  { kind, componentId, need }: PlanProblem,
  plan: KitchenPlan,
): MissingReply {
  const name = plan.book.components.get(componentId)?.name ?? '';
  const about = { ...NOWHERE, componentId, kind };
  if (kind === 'pot_too_small')
    return { ...about, text: `${name} has a pot that is far too small for what is needed.` };
  const keeping = recipesOf(plan.book).components.get(componentId);
  const closed = closedDaysOf(plan.business);
  const { deliveryDate } = need;
  const why =
    keeping && whyNotOn(deliveryDate, { ...keeping, name, readyDaysBefore: 0 }, [need], closed);
  return {
    ...about,
    text: why ?? `${name} cannot be cooked in time for ${deliveryDate}: the kitchen is closed.`,
  };
}
