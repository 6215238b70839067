/** What stands between a person and food they must not eat, piece by piece: each is taken out, and a test must say so. */
import type { GuardEdit } from '#quality/support/project-copy.ts';

export type FoodMutation = {
  /** What holds while it is there. */
  guard: string;
  edits: GuardEdit[];
  /** Filters of the test files that are to notice. */
  tests: readonly string[];
};

const CASES = 'quality/food/food-cases';

type Change = [guard: string, from: string, to: string];

function inFile(
  file: string,
  tests: readonly string[],
  changes: readonly Change[],
): FoodMutation[] {
  return changes.map(([guard, from, to]) => ({ guard, edits: [{ file, from, to }], tests }));
}

const MARKS = 'server/follow-marked-food';
const MIGRATION = 'platform/server/db/migrations/0003_second_release.sql';

/** A trigger that never fires. */
function trigger(on: string, from: string, tests: readonly string[] = [MARKS]): FoodMutation {
  const guard = `a change of ${on} marks its orders`;
  return { guard, edits: [{ file: MIGRATION, from, to: `${from}WHEN (false) ` }], tests };
}

function statement(name: string, event: string): string {
  return `CREATE TRIGGER ${name} AFTER ${event}\nREFERENCING NEW TABLE AS changed FOR EACH STATEMENT `;
}

export const FOOD_MUTATIONS: readonly FoodMutation[] = [
  ...inFile(
    'areas/order-book/rules/judge-step.ts',
    ['order-book/rules/judge-step'],
    [
      ['a portion on hold takes no step', 'why: ({ held }) => held,', 'why: () => null,'],
      [
        'a failed reading keeps food out of bags',
        'why: ({ failedFood }) => failedFood,',
        'why: () => null,',
      ],
      [
        'an undecided order does not leave',
        '      isUndecided ? ',
        '      isUndecided && false ? ',
      ],
      ['a run asks before it is early', 'minutesEarly > mayLeaveEarly', 'minutesEarly > Infinity'],
      ['a portion that is not ticked is asked about', '(open > 0 ?', '(open > Infinity ?'],
      [
        'an unchecked allergy bars packing and leaving',
        'if (first === undefined) return null;',
        'if (first !== null) return null;',
      ],
      ['a bag that comes back unchecked does not leave', "['pack', ...LEAVING]", "['pack']"],
      ['a card that is not in is asked about', '(lacksCard ?', '(lacksCard && false ?'],
      ['an empty bag is not packed', 'missing.length === all ?', 'missing.length > all ?'],
      ['a short bag is confirmed', 'missing.length > 0 ?', 'missing.length > Infinity ?'],
      [
        'an unpacked bag is asked about',
        "why: () => 'Nobody has packed",
        "why: () => null && 'Nobody has packed",
      ],
      ['only who may confirms', 'if (canConfirm && isConfirmed', 'if (isConfirmed'],
    ],
  ),
  ...inFile(
    'areas/order-book/server/step-gate.ts',
    ['server/steps', 'server/pack', CASES, 'server/temperatures'],
    [
      ['a step reads holds', 'held: await whyHeld(', 'held: void 0 ?? await (async () => null)('],
      [
        'a step reads failed readings',
        'failedFood: await whyFoodWaits(',
        'failedFood: await (async (..._: unknown[]) => null)(',
      ],
      [
        'a step reads whether its order is decided',
        "isUndecided: order.status === 'pending'",
        'isUndecided: false',
      ],
      [
        'a step reads who is not checked',
        'unchecked: people.filter(isUnchecked).map(({ name }) => name)',
        'unchecked: []',
      ],
    ],
  ),
  ...inFile(
    'areas/kitchen/server/bench-words.ts',
    ['kitchen/server/bench.test'],
    [
      ['what a cook says counts once', 'if (!own) return answerAgain(tx, said);', ''],
      [
        'what was taken back before it arrived is not done',
        'if (undone) return { ok: true, isUndone: true };',
        '',
      ],
      [
        'a pot that two tablets report is asked after',
        'if (known && word.answers === undefined) {',
        'if (known && (false as boolean)) {',
      ],
      ['a tablet sends only what its own person said', 'refuseOtherPerson(staff, staffId);', ''],
    ],
  ),
  ...inFile(
    'areas/kitchen/rules/readings.ts',
    ['kitchen/rules/expected-readings', 'server/temperatures'],
    [
      [
        'a failure without an action bars its food',
        '(open.has(failed) ||',
        '((false as boolean) ||',
      ],
      [
        'food that was cooked on is measured again',
        "(failed.action === 'cooked_on' &&",
        "(failed.action === 'refused' &&",
      ],
      ['only a core that passed ends it', 'later.pass !== false &&', 'later.pass !== null &&'],
      ['of food, another value ends no failure', '(isOfFood(failed) ||', '((false as boolean) ||'],
    ],
  ),
  ...inFile(
    'areas/needs/rules/gate/verdict.ts',
    ['gate/verdict', CASES, 'server/temperatures'],
    [
      ['food thrown out is on hold', 'if (isThrownOut === true)', 'if (isThrownOut === null)'],
      ['an exception covers what it names', '.every((name) => agreed', '.some((name) => agreed'],
      [
        'nobody agrees to what is not known',
        "    clash.verdict === 'clash' &&\n",
        '    agreed !== null &&\n',
      ],
      [
        'undeclared meals are on hold for who has needs',
        "food.allergens === null || list === ''",
        "list === ''",
      ],
      [
        'a term that may hide a word holds',
        'return hidden.length > 0 ?',
        'return hidden.length > 99 ?',
      ],
      ['food past its day is on hold', 'if (!keepsUntil(', 'if (false && !keepsUntil('],
      ['an open question holds', 'if (question) return', 'if (question && false) return'],
      ['traces are said', 'if (traces.length > 0)', 'if (traces.length > 99)'],
    ],
  ),
  ...inFile(
    'areas/needs/rules/gate/food-facts.ts',
    ['gate/', CASES, 'recipes/server/recipes'],
    [
      [
        'the whole list is read, not the printed one',
        'return [ingredients, recipeList]',
        'return [ingredients]',
      ],
    ],
  ),
  ...inFile(
    'areas/needs/rules/gate/food-facts.ts',
    ['gate/ingredient-list', CASES],
    [
      ['plurals are the same word', '    .map(singular)\n', ''],
      [
        'a family is named by its members',
        'membersOf(word).some((member) => named.has(member))',
        'named.has(nameOf(close(word)))',
      ],
      [
        'what stands in brackets is read',
        'of list.matchAll(',
        "of list.replaceAll(/\\([^)]*\\)/gu, '').matchAll(",
      ],
    ],
  ),
  ...inFile(
    'areas/needs/rules/gate/open-questions.ts',
    ['gate/open-questions', CASES],
    [
      ['only its own answer closes a question', 'answer === allowed && quote', 'quote'],
      ['a named allergen holds', 'allergens.length > 0 : kind', 'allergens.length > 99 : kind'],
    ],
  ),
  ...inFile(
    'areas/menu/rules/meal-snapshot.ts',
    ['menu/rules/meal-snapshot', CASES],
    [['a batch of two versions is both', '...unionOf(versions)', '...unionOf([newest])']],
  ),
  ...inFile(
    'areas/order-book/server/item-food.ts',
    [CASES, 'food-by-version', 'server/recipe-alerts'],
    [
      [
        'cooked food stays what it was',
        'one.cooked === null ? [one.present] : one.cooked.map(snapshotOfVersion)',
        '[one.present]',
      ],
      ['an exception ends with its food', 'return isValid ? item', 'return isValid || true ? item'],
    ],
  ),
  ...inFile(
    'areas/order-book/server/item-food.ts',
    [CASES, 'food-by-version'],
    [
      [
        'what is cooked again is food of the present',
        '.set({ cookedFor: null, cookedVersions: [], isThrownOut: false })',
        '.set({ isThrownOut: false })',
      ],
      [
        'what was cooked before keeps its versions',
        'and(ofDelivery, isNull(orderItems.cookedFor))',
        'ofDelivery',
      ],
    ],
  ),
  ...inFile(
    'areas/orders/server/given-food.ts',
    [CASES, 'server/steps'],
    [
      [
        'food given on hold is a matter',
        'if (held.length === 0) return false;',
        'if (held.length < 99) return false;',
      ],
      [
        'who got it is warned',
        '    await tellAll(tx',
        '    void tellAll; await (async (..._: unknown[]) => {})(tx',
      ],
    ],
  ),
  ...inFile(
    'areas/order-book/server/follow-food.ts',
    [CASES, 'server/steps'],
    [
      [
        'a bag out on hold owes a call',
        '...(held ? [{ ...ofBag',
        '...(held && false ? [{ ...ofBag',
      ],
      [
        'a bag out unchecked owes a call',
        "...(names === ''\n",
        "...(names === '' || names !== ''\n",
      ],
      ['a portion left out owes a call', '    ...missing,\n', ''],
    ],
  ),
  ...inFile(
    'areas/order-book/server/find-reactions.ts',
    ['server/reactions'],
    [
      [
        'a reaction holds what is ahead',
        "status !== 'delivered' || at >= openedAt.getTime()",
        "status === 'delivered' && at >= openedAt.getTime()",
      ],
    ],
  ),
  ...inFile(
    'areas/order-book/server/unsuitable-food.ts',
    ['suitable-food', CASES],
    [
      ['a clash is not sold', '  refuseClashes(foodClashes(items, people), facts);\n', ''],
      [
        'what was paid is looked at once more',
        'return !isHeld(verdictOf(',
        'return true || !isHeld(verdictOf(',
      ],
      [
        'an open question is not sold',
        'if (!first) return;\n  const message = `${questionSentence',
        'if (first !== null) return;\n  const message = `${questionSentence',
      ],
    ],
  ),
  ...inFile(
    'areas/order-book/rules/pack-bag.ts',
    ['rules/pack-bag', CASES, 'server/pack'],
    [
      [
        'someone with needs is checked',
        'return isCareful(person) &&',
        'return false && isCareful(person) &&',
      ],
      ['with other food they are checked again', ': ${declaredText(item.allergens)}`', '`'],
    ],
  ),
  ...inFile(
    'areas/menu/server/meal-queries.ts',
    [CASES, 'menu/server', 'server/edited-food'],
    [
      [
        'a meal at odds with itself is not public',
        'isServed(meal.mealType, facts) && mealAtOdds(meal).length === 0',
        'isServed(meal.mealType, facts)',
      ],
      ['nor put on a plate under a lock', '[meal.id, asOffered(meal, facts)]', '[meal.id, meal]'],
    ],
  ),
  ...inFile(
    'areas/needs/rules/unite-people.ts',
    ['unite-people', CASES],
    [
      [
        'a household keeps what was said once',
        '{ ...person, ...united }',
        '{ ...person, ...sameName }',
      ],
    ],
  ),
  ...inFile(
    'areas/printouts/rules/daily-totals.ts',
    ['daily-totals', CASES],
    [['portions on hold are not counted', 'count: isHeldBack(item) ? 0 : 1', 'count: 1']],
  ),
  ...inFile(
    'areas/printouts/rules/label-content.ts',
    ['label-content', CASES],
    [
      [
        'a portion on hold gets a slip',
        'hold: item.onHold === undefined ? null :',
        'hold: item.onHold !== null ? null :',
      ],
      ['a bag with a portion on hold says so', '(bag.isTest || bag.isOnHold)', 'bag.isTest'],
    ],
  ),
  trigger('portions', statement('order_items_mark_food_update', 'UPDATE ON "order_items"')),
  trigger('needs', statement('people_mark_food_update', 'UPDATE ON "people"')),
  trigger('a delivery', statement('deliveries_mark_food_update', 'UPDATE ON "deliveries"'), [
    MARKS,
    CASES,
  ]),
  trigger(
    'a meal',
    'CREATE TRIGGER meal_versions_mark_food AFTER INSERT ON "meal_versions" FOR EACH ROW ',
  ),
  trigger(
    'who is one customer',
    'CREATE TRIGGER customer_merges_mark_food AFTER INSERT OR UPDATE ON "customer_merges"\nFOR EACH ROW ',
    ['server/reactions'],
  ),
  ...inFile(
    MIGRATION,
    [MARKS, 'server/reactions'],
    [
      [
        'a change of notes, answers and states marks the order',
        'WHEN ((OLD.special_instructions,',
        'WHEN (false AND (OLD.special_instructions,',
      ],
      [
        'a change of how long food keeps marks the orders',
        "WHEN (NEW.key = 'business' AND OLD.value -> 'keepsFreshDays'",
        "WHEN (false AND OLD.value -> 'keepsFreshDays'",
      ],
      ['a reaction marks the orders', "WHEN (NEW.kind = 'reaction')", 'WHEN (false)'],
    ],
  ),
];
