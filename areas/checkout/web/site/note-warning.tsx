import { useState } from 'react';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { NotePerson, NoteToRead } from '#areas/needs/rules/food-notes/note-questions.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type AskedQuestion, useNoteQuestions } from './use-note-questions.ts';

type NoteWarningProps = {
  notes: readonly NoteToRead[];
  /** With the allergens chosen so far. */
  people: readonly NotePerson[];
  phone: string;
  onLeaveOut: (person: string, allergens: readonly Allergen[]) => void;
};

/** "Your note speaks of egg": asked once, beside the note. It never blocks the order. */
export function NoteWarning({ notes, people, phone, onLeaveOut }: NoteWarningProps) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const questions = useNoteQuestions(notes, people).filter(
    (question) => !answered.has(keyOf(question)),
  );
  return (
    <div role="status" className="grid gap-3">
      {questions.map((question) => (
        <Question
          key={keyOf(question)}
          question={question}
          names={question.person === null ? people.map(({ name }) => name) : [question.person]}
          phone={phone}
          onLeaveOut={(person) => onLeaveOut(person, question.allergens)}
          onJustNote={() => setAnswered((keys) => new Set(keys).add(keyOf(question)))}
        />
      ))}
    </div>
  );
}

type QuestionProps = {
  question: AskedQuestion;
  /** Whom the note may mean. */
  names: readonly string[];
  phone: string;
  onLeaveOut: (person: string) => void;
  onJustNote: () => void;
};

function Question({ question, names, phone, onLeaveOut, onJustNote }: QuestionProps) {
  const { spokenOf, severe } = question;
  return (
    <Notice tone="warning" title={`Your note speaks of ${spokenOf}.`}>
      {severe && (
        <p>
          If a trace could harm someone, please call us before you order:{' '}
          <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
            {phone}
          </a>
          .
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {names.map((name) => (
          <Button key={name} variant="secondary" onClick={() => onLeaveOut(name)}>
            Leave {spokenOf} out for {name}
          </Button>
        ))}
        <Button type="button" variant="secondary" onClick={onJustNote}>
          Just a note
        </Button>
      </div>
    </Notice>
  );
}

function keyOf({ person, spokenOf }: AskedQuestion): string {
  return `${person ?? ''}: ${spokenOf}`;
}
