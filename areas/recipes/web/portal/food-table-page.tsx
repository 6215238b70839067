import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { FoodTableReply } from '#areas/recipes/calls/food-table.ts';
import type { FoodColumns } from '#areas/recipes/rules/food-columns.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fetchFoodTable, type FoodFile } from '#areas/recipes/web/portal/food-table-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { FoodChoices } from './food-choices.tsx';
import { TableProblems } from './table-problems.tsx';

type FoodTablePageProps = { back: string; onDone: () => void };

/** Figures for 100 g of many ingredients at once, from a CSV file of foods. */
export function FoodTablePage({ back, onDone }: FoodTablePageProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<FoodFile | null>(null);
  const reading = useMutation({ mutationFn: fetchFoodTable });
  const table = reading.data;

  function read(file: File, columns: FoodColumns | null) {
    setChosen({ file, columns });
    reading.mutate({ file, columns });
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
            if (file) read(file, null);
            target.value = '';
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant={table ? 'secondary' : 'primary'}
            busy={reading.isPending}
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
      {reading.isPending && <Skeleton className="h-64" />}
      {reading.error && (
        <Notice tone="error" announce="now" title="We couldn’t read this file">
          {describeFailure(reading.error)}
        </Notice>
      )}
      {table && chosen && (
        <Read
          key={reading.submittedAt}
          table={table}
          chosen={chosen}
          onColumns={(columns) => read(chosen.file, columns)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

type ReadProps = {
  table: FoodTableReply;
  chosen: FoodFile;
  onColumns: (columns: FoodColumns) => void;
  onDone: () => void;
};

function Read({ table, chosen, onColumns, onDone }: ReadProps) {
  if (table.needsColumns) return <ChooseColumns table={table} onChoose={onColumns} />;
  if (table.problemCount > 0) return <TableProblems table={table} />;
  return <FoodChoices table={table} chosen={chosen} onDone={onDone} />;
}
