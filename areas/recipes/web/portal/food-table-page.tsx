import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useId, useRef, useState } from 'react';
import type { FoodTableReply } from '#areas/recipes/calls/food-table.ts';
import {
  type FoodColumns,
  FOOD_COLUMN_NAMES,
  FOOD_COLUMNS,
  missingColumns,
  type SaidUnits,
} from '#areas/recipes/rules/food-table.ts';
import { fetchFoodTable, type FoodFile } from './recipe-queries.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { FoodChoices } from './food-choices.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

/** Figures for 100 g of many ingredients at once, from a CSV file of foods. */
export function FoodTablePage({ back, onDone }: { back: string; onDone: () => void }) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [readings, setReadings] = useState(0);
  const [chosen, setChosen] = useState<FoodFile | null>(null);
  const reading = useChange(fetchFoodTable);
  const table = reading.result;

  function read(next: FoodFile) {
    setChosen(next);
    setReadings(readings + 1);
    reading.run(next);
  }

  return (
    <div className="grid max-w-4xl gap-5">
      <h2 className="text-xl">Figures from a table of foods</h2>
      <div className="grid gap-2">
        <p id={`${id}-hint`}>
          Choose a food composition table as a CSV file, up to 10 MB. The Australian one (AFCD) is
          recognised: save its sheet for 100 g as CSV. Nothing changes until you say which food is
          which ingredient.
        </p>
        <input
          ref={chooser}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          hidden
          aria-label="Table of foods"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) read({ file, columns: null, units: {} });
            target.value = '';
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant={table ? 'secondary' : 'primary'}
            busy={reading.isBusy}
            busyLabel="Reading…"
            aria-describedby={`${id}-hint`}
            onClick={() => chooser.current?.click()}
          >
            {chosen ? 'Choose another file' : 'Choose a file'}
          </Button>
          <Link to={back} className={buttonClass('secondary')}>
            Back to the list
          </Link>
          {chosen && <span className="wrap-anywhere text-ink-soft">{chosen.file.name}</span>}
        </div>
      </div>
      <FailureNotice failure={reading.failure} title="We couldn’t read this file" />
      {table && chosen && (
        <Read
          key={readings}
          table={table}
          chosen={chosen}
          onRead={(change) => read({ ...chosen, ...change })}
          onDone={onDone}
        />
      )}
    </div>
  );
}

type ReadProps = {
  table: FoodTableReply;
  chosen: FoodFile;
  /** Reads it again, by other columns or units. */
  onRead: (change: Partial<FoodFile>) => void;
  onDone: () => void;
};

function Read({ table, chosen, onRead, onDone }: ReadProps) {
  const [isChoosing, setChoosing] = useState(table.needsColumns);
  if (isChoosing)
    return <ChooseColumns table={table} onChoose={(columns) => onRead({ columns, units: {} })} />;
  if (table.problemCount > 0) return <TableProblems table={table} />;
  const [doubt] = table.doubts;
  if (doubt)
    return (
      <UnitDoubt
        doubt={doubt}
        onSay={(said) => onRead({ units: { ...chosen.units, ...said } })}
        onChoose={() => setChoosing(true)}
      />
    );
  return <FoodChoices table={table} chosen={chosen} onDone={onDone} />;
}

type UnitDoubtProps = {
  doubt: FoodTableReply['doubts'][number];
  onSay: (units: SaidUnits) => void;
  onChoose: () => void;
};

/** A column in another unit than ours. Nothing is converted that nobody asked for. */
function UnitDoubt({ doubt: { column, at, unit, isSaid }, onSay, onChoose }: UnitDoubtProps) {
  const isEnergy = column === 'kilojoules';
  return (
    <Notice tone="warning" announce="now" title={`Column ${at + 1} is in ${unit}.`}>
      <p>
        {isEnergy ? 'Energy is kept in kilojoules.' : 'Sodium is kept in milligrams.'} Nothing was
        taken.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          onClick={() => onSay(isEnergy ? { energyIn: 'kcal' } : { sodiumIn: 'g' })}
        >
          Convert
        </Button>
        <Button size="small" variant="secondary" onClick={onChoose}>
          Choose another
        </Button>
        {!isSaid && !isEnergy && (
          <Button size="small" variant="secondary" onClick={() => onSay({ sodiumIn: 'mg' })}>
            It is in milligrams
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** Nothing is taken from a file with a wrong line in it. */
function TableProblems({ table: { problems, problemCount } }: { table: FoodTableReply }) {
  const count = problemCount.toLocaleString('en-AU');
  return (
    <Notice
      tone="error"
      announce="now"
      title={problemCount === 1 ? '1 cell cannot be read' : `${count} cells cannot be read`}
    >
      <p>Nothing was taken from this file. Correct it, then choose it again.</p>
      <ul className="list-disc pl-5">
        {problems.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            Line {line.toLocaleString('en-AU')}
            {column !== '' && `, ${column}`}: {message}
          </li>
        ))}
      </ul>
      {problemCount > problems.length && <p>The first {problems.length} are shown.</p>}
    </Notice>
  );
}

type ChooseColumnsProps = {
  table: FoodTableReply;
  onChoose: (columns: FoodColumns) => void;
};

function ChooseColumns({ table: { headings, columns: known }, onChoose }: ChooseColumnsProps) {
  const [columns, setColumns] = useState<FoodColumns>(known);
  const missing = missingColumns(columns);
  return (
    <section aria-labelledby="columns-heading" className="grid gap-4">
      <h3 id="columns-heading" className="text-lg">
        Which column is which?
      </h3>
      <p>
        Figures must be for 100 g, energy in kilojoules. A figure without a column stays as it is.
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {FOOD_COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={FOOD_COLUMN_NAMES[column]}
            optional={column !== 'name'}
            value={columns[column] ?? ''}
            onChange={({ target: { value } }) =>
              setColumns({ ...columns, [column]: value === '' ? null : Number(value) })
            }
          >
            <option value="">No column</option>
            {headings.map((heading, at) => (
              // Headings may be equal; their places are not.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={at} value={at}>
                {heading || `Column ${at + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      {missing !== null && <p className="text-ink-soft">{missing}</p>}
      <Button
        className="justify-self-start"
        disabled={missing !== null}
        onClick={() => onChoose(columns)}
      >
        Read the table
      </Button>
    </section>
  );
}
