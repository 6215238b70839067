import { useEffect, useState } from 'react';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import type * as NoteReader from '#areas/needs/rules/food-notes/note-questions.ts';
import type {
  NotePerson,
  NoteQuestion,
  NoteToRead,
} from '#areas/needs/rules/food-notes/note-questions.ts';

type Reader = typeof NoteReader;

export type AskedQuestion = NoteQuestion & { spokenOf: string };

/**
 * What the notes raise. The reader knows many languages and is large, so it is fetched with the first character typed;
 * where it cannot be fetched, the kitchen still reads the note.
 */
export function useNoteQuestions(
  notes: readonly NoteToRead[],
  people: readonly NotePerson[],
): AskedQuestion[] {
  const [reader, setReader] = useState<Reader | null>(null);
  const hasText = notes.some(({ text }) => text.trim() !== '');

  useEffect(() => {
    if (!hasText || reader) return undefined;
    let isShown = true;
    import('#areas/needs/rules/food-notes/note-questions.ts').then(
      (module) => isShown && setReader(module),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [hasText, reader]);

  if (!hasText || !reader) return [];
  return reader
    .noteQuestions(notes, people)
    .map((question) => ({ ...question, spokenOf: allergenText(question.allergens) }));
}
