import { useState } from 'react';
import type { ReadFileReply } from '#areas/office/calls/imports.ts';
import type { Failure } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { ImportBody } from './import-queries.ts';

type Choice = { mapping: Record<string, number>; answers: Record<string, string> };

type ChooseColumnsProps = {
  file: ReadFileReply;
  /** What was asked last, to come back to. */
  given: ImportBody | undefined;
  isBusy: boolean;
  failure: Failure | null;
  onHeader: (header: number) => void;
  onPreview: (choice: Choice) => void;
};

/** Which column is which, and what the file cannot say. */
export function ChooseColumns(props: ChooseColumnsProps) {
  const { file, given, isBusy, failure, onHeader, onPreview } = props;
  const isSame = given?.fileId === file.fileId && given.header === file.header;
  const [mapping, setMapping] = useState<Choice['mapping']>(isSame ? given.mapping : file.mapping);
  const [answers, setAnswers] = useState<Choice['answers']>(isSame ? (given.answers ?? {}) : {});
  const answer = (key: string, value: string) => setAnswers({ ...answers, [key]: value });
  const shown =
    file.shape === null ? file.fields : file.fields.filter(({ key }) => key in file.mapping);
  const missing = file.fields.filter(({ key, isNeeded }) => isNeeded && mapping[key] === undefined);
  return (
    <section aria-labelledby="columns-heading" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="columns-heading" className="text-xl wrap-anywhere">
          {file.fileName}
        </h2>
        <p className="text-ink-soft">
          {file.rowCount.toLocaleString('en-AU')} {file.rowCount === 1 ? 'row' : 'rows'}
          {file.shape === null ? '. Say which column is which.' : `, as ${file.shape} writes them.`}
        </p>
      </div>
      {file.top.length > 1 && (
        <SelectField
          label="The headings are in"
          value={file.header}
          onChange={({ target: { value } }) => onHeader(Number(value))}
        >
          {file.top.map((cells, at) => (
            // Rows may be equal; their places are not.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={at} value={at}>
              Row {at + 1}: {cells.filter(Boolean).slice(0, 4).join(', ').slice(0, 60)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ key, label, isNeeded }) => (
          <SelectField
            key={key}
            label={label}
            optional={!isNeeded}
            hint={exampleOf(file, mapping[key])}
            value={mapping[key] ?? ''}
            onChange={({ target: { value } }) => {
              const { [key]: _before, ...others } = mapping;
              setMapping(value === '' ? others : { ...others, [key]: Number(value) });
            }}
          >
            <option value="">No column</option>
            {file.columns.map((heading, at) => (
              // Headings may be equal; their places are not.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={at} value={at}>
                {heading || `Column ${at + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {file.questions.map((question) => (
        <Question
          key={question.key}
          question={question}
          value={answers[question.key] ?? ''}
          onAnswer={(value) => answer(question.key, value)}
        />
      ))}
      {missing.length > 0 && (
        <p className="text-ink-soft">
          Choose the column of {missing.map(({ label }) => label).join(', ')}.
        </p>
      )}
      <FailureNotice failure={failure} title="There is no preview yet" />
      <Button
        className="justify-self-start"
        busy={isBusy}
        busyLabel="Looking…"
        disabled={missing.length > 0}
        onClick={() => onPreview({ mapping, answers })}
      >
        Preview
      </Button>
    </section>
  );
}

/** "e.g. Korma", of the first row that has something there. */
function exampleOf({ firstRows }: ReadFileReply, at: number | undefined): string | undefined {
  if (at === undefined) return undefined;
  const cell = firstRows.map((cells) => cells[at]?.trim() ?? '').find((text) => text !== '');
  if (cell === undefined) return 'Empty in the first rows';
  return cell.length > 40 ? `e.g. ${cell.slice(0, 39)}…` : `e.g. ${cell}`;
}

type QuestionProps = {
  question: ReadFileReply['questions'][number];
  value: string;
  onAnswer: (value: string) => void;
};

function Question({ question, value, onAnswer }: QuestionProps) {
  const { type, label, hint, choices = [], longest } = question;
  if (type === 'tick')
    return (
      <div className="grid justify-items-start gap-1">
        <CheckChip
          checked={value === 'yes'}
          onToggle={() => onAnswer(value === 'yes' ? '' : 'yes')}
        >
          {label}
        </CheckChip>
        {hint !== undefined && <p className="text-sm text-ink-soft">{hint}</p>}
      </div>
    );
  if (type === 'text')
    return (
      <TextField
        label={label}
        hint={hint}
        maxLength={longest}
        value={value}
        onChange={({ target }) => onAnswer(target.value)}
      />
    );
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      onChange={({ target }) => onAnswer(target.value)}
    >
      <option value="">Choose</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}
