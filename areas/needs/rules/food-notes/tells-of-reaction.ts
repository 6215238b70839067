import { personKey } from '#platform/rules/customer-name.ts';
import { findDenials } from './denials.ts';
import { isNegated } from './note-findings.ts';
import { readNote } from './read-food-note.ts';

/** Whether someone says that food did them harm. Rather once too often: the office calls them. `names`: of the order. */
export function tellsOfReaction(text: string, names: readonly string[]): boolean {
  const { note } = readNote(text, names);
  const denials = findDenials(note);
  return note.words.some(
    (_, at) => note.lengthOf('harm', at) > 0 && !denials.isDenied(at) && !isNegated(at, note),
  );
}

/** For these names those who had one: whom the text names, else all of them. Empty: it tells of none. */
export function whoReacted(text: string, names: readonly string[]): string[] {
  if (!tellsOfReaction(text, names)) return [];
  const named = readNote(text, names).people.flatMap((people) => people.names.map(personKey));
  const theirs = names.filter((name) => named.includes(personKey(name)));
  return theirs.length > 0 ? theirs : [...names];
}
