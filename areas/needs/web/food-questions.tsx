import { useRef, useState } from 'react';
import {
  answerAllowed,
  type FoodAnswer,
  type FoodQuestion,
} from '#areas/needs/rules/food-question.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type FoodQuestionsProps = {
  /** Takes the focus when someone goes on without an answer. */
  id?: string | undefined;
  questions: readonly FoodQuestion[];
  /** Everyone at the table: a note that names nobody may mean any of them. */
  names: readonly string[];
  /** Left out for staff. */
  phone?: string;
  onLeaveOut: (name: string, question: FoodQuestion) => void;
  onAnswer: (answer: FoodAnswer) => void;
};

/** What a note says of food, asked beside it: leave it out, or say in words what follows. */
export function FoodQuestions({ id, questions, names, ...ways }: FoodQuestionsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState('');
  function say(words: string) {
    setDone(words);
    // The button that was pressed goes with its question.
    place.current?.focus({ preventScroll: true });
  }
  return (
    <div
      ref={place}
      id={id}
      role="status"
      tabIndex={-1}
      aria-label="Questions about your note"
      className="grid gap-3 empty:hidden"
    >
      {questions.map((question) => (
        <Question
          key={JSON.stringify(question)}
          question={question}
          names={question.person === null ? names : [question.person]}
          {...ways}
          onLeaveOut={(name) => {
            ways.onLeaveOut(name, question);
            say(`We leave ${foodIn(question)} out for ${name}.`);
          }}
          onAnswer={(answer) => {
            ways.onAnswer(answer);
            say('Noted.');
          }}
        />
      ))}
      {questions.length === 0 && done !== '' && <p className="text-sm text-ink-soft">{done}</p>}
    </div>
  );
}

type QuestionProps = Omit<FoodQuestionsProps, 'id' | 'questions'> & { question: FoodQuestion };

function Question({ question, names, phone, onLeaveOut, onAnswer }: QuestionProps) {
  const { quote, kind, severe, holds } = question;
  const food = foodIn(question);
  const answer = answerAllowed(question);
  return (
    <Notice
      tone={holds ? 'warning' : 'info'}
      title={`${phone === undefined ? 'The note says' : 'You wrote'} “${quote}”`}
    >
      {kind === 'unreadable' && (
        <p>
          Which food is it? Please name it in the note
          {phone !== undefined && (
            <>
              , or call us: <Phone phone={phone} />
            </>
          )}
          .
        </p>
      )}
      {kind === 'care' && <p>The kitchen will read it. Our recipes stay as they are.</p>}
      {severe && kind !== 'unreadable' && phone !== undefined && (
        <p>
          If a trace could harm someone, please call us before you order: <Phone phone={phone} />.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {food !== '' &&
          names.map((name) => (
            <Button
              key={name}
              variant="secondary"
              className="min-w-0 wrap-anywhere"
              onClick={() => onLeaveOut(name, question)}
            >
              Leave {kind === 'unknown' ? `“${food}”` : food} out for {name}
            </Button>
          ))}
        {answer && (
          <Button
            variant="secondary"
            onClick={() => onAnswer({ quote, personName: question.person, answer })}
          >
            {answerWords(answer, food)}
          </Button>
        )}
      </div>
      {kind === 'allergy' && <p className="text-sm">If it isn’t so, please change the note.</p>}
    </Notice>
  );
}

function foodIn({ allergens, words }: FoodQuestion): string {
  return namesText([...allergens, ...words]);
}

/** Says what follows from it. */
function answerWords(answer: FoodAnswer['answer'], food: string): string {
  switch (answer) {
    case 'may_be_in':
      return `${food.slice(0, 1).toUpperCase()}${food.slice(1)} may be in it`;
    case 'own_care':
      return 'I choose the meals with this in mind';
    case 'not_food':
      return 'It is not a food';
  }
}

function Phone({ phone }: { phone: string }) {
  return (
    <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
      {phone}
    </a>
  );
}
