import { useEffect, useState } from 'react';
import type { FoodAnswer, FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type * as NoteReader from '#areas/needs/rules/gate/open-questions.ts';
import type { NoteToRead, PersonAsked } from '#areas/needs/rules/gate/open-questions.ts';

/**
 * What each text raises, one list for each. The reader knows many languages and is large, so it is fetched with the
 * first character typed; where it cannot be fetched, the server still asks.
 */
export function useOpenQuestions(
  texts: readonly NoteToRead[],
  people: readonly PersonAsked[],
  answers: readonly FoodAnswer[],
  /** As it stood when a change was begun: what it raised already is not asked again. */
  before?: { texts: readonly NoteToRead[]; people: readonly PersonAsked[] },
): FoodQuestion[][] {
  const [reader, setReader] = useState<typeof NoteReader | null>(null);
  const hasText = texts.some(({ text }) => text.trim() !== '');

  useEffect(() => {
    if (!hasText || reader) return undefined;
    let isShown = true;
    import('#areas/needs/rules/gate/open-questions.ts').then(
      (module) => isShown && setReader(module),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [hasText, reader]);

  return texts.map((text) => {
    if (!reader || text.text.trim() === '') return [];
    const open = reader.openQuestions([text], people, answers);
    if (!before) return open;
    return reader.newQuestions(reader.openQuestions(before.texts, before.people), open);
  });
}
