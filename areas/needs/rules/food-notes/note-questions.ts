/**
 * What to ask when a note speaks of an allergen that nobody has chosen for that person. A question only: the note alone
 * never blocks a meal, and never allows one.
 */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { readFoodNote } from './read-food-note.ts';

export type NoteToRead = {
  text: string;
  /** Whose note it is; null for instructions about the whole order. */
  about: string | null;
};

export type NotePerson = { name: string; allergens: readonly Allergen[] };

export type NoteQuestion = {
  /** As the order spells it; null when the note names nobody of the order. */
  person: string | null;
  /** Not chosen yet, in legal order. */
  allergens: Allergen[];
  severe: boolean;
};

/** In the order of the people, the unnamed last; nothing that has been chosen is asked again. */
export function noteQuestions(
  notes: readonly NoteToRead[],
  people: readonly NotePerson[],
): NoteQuestion[] {
  const names = people.map(({ name }) => name);
  const spoken = notes.flatMap(({ text, about }) =>
    readFoodNote(text, names).findings.map((finding) => ({
      allergens: finding.allergens,
      severe: finding.severity === 'severe',
      person: memberOf(finding.person ?? about, people),
    })),
  );
  return [...people, null].flatMap((person) => {
    const theirs = spoken.filter((each) => each.person === person);
    const open = theirs.filter(({ allergens }) =>
      allergens.some((name) => isOpen(name, person, people)),
    );
    const allergens = ALLERGENS.filter(
      (name) => isOpen(name, person, people) && open.some((each) => each.allergens.includes(name)),
    );
    if (allergens.length === 0) return [];
    return { person: person?.name ?? null, allergens, severe: open.some(({ severe }) => severe) };
  });
}

/** One person alone at the table is meant, named or not. */
function memberOf(name: string | null, people: readonly NotePerson[]): NotePerson | null {
  if (name === null) return people.length === 1 ? (people[0] ?? null) : null;
  return people.find((person) => personKey(person.name) === personKey(name)) ?? null;
}

/** A note that names nobody is answered once anyone has chosen the allergen. */
function isOpen(
  allergen: Allergen,
  person: NotePerson | null,
  people: readonly NotePerson[],
): boolean {
  const concerned = person === null ? people : [person];
  return !concerned.some(({ allergens }) => allergens.includes(allergen));
}
