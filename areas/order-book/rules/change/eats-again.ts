/** What staff take off what people can't have: they say why, and it is kept. Customers' own words need no reason. Ours. */
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { type FoodNeeds, isCareful } from '#areas/needs/rules/food-needs.ts';
import { isSameFood } from '#areas/needs/rules/gate/ingredient-list.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { questionsOf, type WrittenOrder } from '#areas/order-book/rules/order-questions.ts';
import { personKey } from '#platform/rules/customer-name.ts';

type Person = { name: string } & FoodNeeds;

type Food = { allergens: readonly Allergen[]; words: readonly string[] };

/** "Why can Mia eat peanut again?"; null: nobody has less to leave out. A diet only warns, and needs none. */
export function whyEatAgain(before: WrittenOrder, after: WrittenOrder): string | null {
  const { people } = after;
  const asked = [
    ...people.flatMap((person) => {
      const was = before.people.find((one) => isSamePerson(one, person));
      const food = was ? leftOver({ allergens: was.allergens, words: was.avoid }, [person]) : null;
      return food ? [askOf(person.name, food)] : [];
    }),
    ...closedQuestions(before, after).flatMap(({ quote, person, ...named }) => {
      const concerned = people.filter(
        ({ name }) => person === null || isSamePerson({ name }, { name: person }),
      );
      if (concerned.length === 0) return [];
      if (named.allergens.length + named.words.length === 0)
        return concerned.some(isCareful) ? [] : [`Why is “${quote}” no allergy?`];
      const food = leftOver(named, concerned);
      return food ? [askOf(person ?? 'everyone', food)] : [];
    }),
  ];
  return asked.length === 0 ? null : [...new Set(asked)].join(' ');
}

/** Open before, and gone with its words or by an answer. */
function closedQuestions(before: WrittenOrder, after: WrittenOrder): FoodQuestion[] {
  const keyOf = ({ quote, person }: FoodQuestion) => `${quote} ${personKey(person ?? '')}`;
  const isOpen = new Set(questionsOf(after).map(keyOf));
  return questionsOf(before).filter((question) => question.holds && !isOpen.has(keyOf(question)));
}

/** What none of them leaves out; null: nothing. */
function leftOver({ allergens, words }: Food, people: readonly Person[]): Food | null {
  const left = {
    allergens: allergens.filter((name) => !people.some((one) => one.allergens.includes(name))),
    words: words.filter(
      (word) => !people.some(({ avoid }) => avoid.some((other) => isSameFood(word, other))),
    ),
  };
  return left.allergens.length + left.words.length === 0 ? null : left;
}

function askOf(name: string, { allergens, words }: Food): string {
  return `Why can ${name} eat ${namesText([...allergens, ...words])} again?`;
}

function isSamePerson(a: { name: string }, b: { name: string }): boolean {
  return personKey(a.name) === personKey(b.name);
}
