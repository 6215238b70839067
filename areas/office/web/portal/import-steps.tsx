import type { z } from 'zod';
import { call, callForFile } from '#platform/web/api/client.ts';
import { type ImportKind, type ImportOutcome, IMPORT_OUTCOMES } from '#platform/rules/imports.ts';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useId, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import {
  type ReadFileReply,
  type DoneReply,
  type PreviewReply,
  importFile,
  type previewImport,
  refusedRows,
} from '#areas/office/calls/imports.ts';
import type { Failure } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';

export type ImportBody = z.input<typeof previewImport.body>;

type Words = {
  one: string;
  many: string;
  /** Under the title: what becomes of a file. */
  lead: string;
  /** Where they are. */
  list: string;
  listLabel: string;
  template: string;
};

export const IMPORT_WORDS: Record<ImportKind, Words> = {
  meals: {
    one: 'meal',
    many: 'meals',
    lead: 'From Shopify, WooCommerce or any table. New meals arrive off the menu, and their allergens and diets are not declared, whatever the file’s tags say.',
    list: paths.admin({ tab: 'meals' }),
    listLabel: 'Weekly Meals',
    template: 'Download what you have as a file',
  },
  recipes: {
    one: 'recipe',
    many: 'recipes',
    lead: 'One row for each ingredient: Recipe, Makes (10 portions, or 5 kg of a sauce), Ingredient, Amount, Unit, Step. New ingredients arrive undeclared: until someone has read their packs, no meal of theirs is offered to a person with allergies.',
    list: paths.admin({ tab: 'cookbook' }),
    listLabel: 'Recipes',
    template: 'Download what you have as a file',
  },
  contacts: {
    one: 'person',
    many: 'people',
    lead: 'Only people who agreed to emails from you join the waitlist. Notes and health are never taken, and no email goes out.',
    list: paths.admin({ tab: 'waitlist' }),
    listLabel: 'Waitlist',
    template: 'Download an empty table',
  },
};

const OUTCOME_WORDS: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Already here',
  refused: 'To fix',
};

/** "12 meals". */
export function countWords(kind: ImportKind, count: number): string {
  const { one, many } = IMPORT_WORDS[kind];
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}

type ChooseFileProps = { kind: ImportKind; isBusy: boolean; onChoose: (file: File) => void };

export function ChooseFile({ kind, isBusy, onChoose }: ChooseFileProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <input
        ref={chooser}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        hidden
        aria-label={`File of ${IMPORT_WORDS[kind].many}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
      <Button
        className="justify-self-start"
        busy={isBusy}
        busyLabel="Reading…"
        aria-describedby={id}
        onClick={() => chooser.current?.click()}
      >
        Choose a file
      </Button>
      <p id={id} className="text-sm text-ink-soft">
        CSV or Excel (.xlsx), up to 5 MB and 5,000 rows. Nothing is imported until you say so.
      </p>
    </div>
  );
}

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
      options={choices}
      onChange={({ target }) => onAnswer(target.value)}
    >
      <option value="">Choose</option>
    </SelectField>
  );
}

type PreviewRow = PreviewReply['rows'][number];

/** More are not shown: nobody reads them, and the file has them all. */
const MOST_SHOWN = 200;

type ImportPreviewProps = {
  kind: ImportKind;
  asked: ImportBody;
  preview: PreviewReply;
  onBack: () => void;
  /** It is no longer true. */
  onChanged: () => void;
  onDone: (done: DoneReply) => void;
};

/** What would happen, row by row, before it happens. */
export function ImportPreview(props: ImportPreviewProps) {
  const { kind, asked, preview, onBack, onChanged, onDone } = props;
  const client = useQueryClient();
  const rowsOf = (outcome: ImportOutcome) => preview.rows.filter((row) => row.outcome === outcome);
  const tabs = IMPORT_OUTCOMES.filter((outcome) => rowsOf(outcome).length > 0);
  const [chosen, setChosen] = useState<ImportOutcome | null>(null);
  const shown = chosen ?? tabs[0] ?? 'new';
  const { previewHash } = preview;
  const importing = useChange(() => call(importFile, { body: { ...asked, previewHash } }), {
    onDone(done) {
      // Whatever lists it is in.
      void client.invalidateQueries();
      onDone(done);
    },
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'preview_changed') onChanged();
    },
  });
  const refused = useChange(() => callForFile(refusedRows, { body: asked }), {
    onDone: saveFile,
    toastsFailure: true,
  });
  const count = rowsOf('new').length + rowsOf('changed').length;
  return (
    <section aria-label="What happens" className="grid gap-4">
      <Tabs
        label="Rows by what happens"
        tabs={tabs.map((name) => ({
          name,
          label: OUTCOME_WORDS[name],
          count: rowsOf(name).length,
        }))}
        value={shown}
        onChange={setChosen}
      >
        <div className="grid gap-3 pt-3">
          {shown === 'refused' && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p>These rows stay out. The others can go in now.</p>
              <ChangeButton change={refused} variant="secondary">
                Download these rows
              </ChangeButton>
            </div>
          )}
          <Rows rows={rowsOf(shown)} />
        </div>
      </Tabs>
      <FailureNotice failure={importing.failure} title="Nothing was imported" />
      <div className="sticky bottom-[var(--bar,0px)] z-10 flex flex-wrap gap-2 bg-ground py-3">
        <ChangeButton
          change={importing}
          variant="primary"
          size="medium"
          busyLabel="Importing…"
          disabled={count === 0}
        >
          {count === 0 ? 'Nothing to import' : `Import ${countWords(kind, count)}`}
        </ChangeButton>
        <Button variant="secondary" onClick={onBack}>
          Back to the columns
        </Button>
      </div>
    </section>
  );
}

function Rows({ rows }: { rows: readonly PreviewRow[] }) {
  return (
    <>
      <DataTable
        caption="Rows of the file"
        rows={rows.slice(0, MOST_SHOWN)}
        keyOf={({ row, name }) => `${row} ${name}`}
        columns={[
          {
            name: 'name',
            header: 'Name',
            cell: ({ name }) => <b className="wrap-anywhere">{name}</b>,
          },
          { name: 'row', header: 'Row', align: 'end', cell: ({ row }) => row },
          {
            name: 'says',
            header: 'What to know',
            isPlain: true,
            cell: ({ problems, notes }) => (
              <ul className="text-sm">
                {problems.map((problem) => (
                  <li key={problem} className="font-semibold text-danger">
                    {problem}
                  </li>
                ))}
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {rows.length > MOST_SHOWN && (
        <p className="text-ink-soft">
          The first {MOST_SHOWN} of {rows.length} are shown.
        </p>
      )}
    </>
  );
}
