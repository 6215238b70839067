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
