import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type FigureWeeks, figuresFilePath } from '#areas/office/web/portal/figures-queries.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type ChooseWeeksProps = {
  chosen: FigureWeeks;
  /** Null: not known yet. */
  shown: Pick<FiguresReply, 'from' | 'to' | 'isSoFar'> | null;
  onChoose: (chosen: FigureWeeks) => void;
};

const LENGTHS = [1, 2, 4, 13, 26, 52];
const DAYS_IN_WEEK = 7;

const FILE_CLASS = buttonClass('secondary', 'small');

/** Which weeks, and the same weeks as files for the accountant. */
export function ChooseWeeks({ chosen, shown, onChoose }: ChooseWeeksProps) {
  const first = shown?.from ?? chosen.week;
  const step = (direction: 1 | -1) => {
    if (first === null) return;
    onChoose({ ...chosen, week: addDays(first, direction * chosen.weeks * DAYS_IN_WEEK) });
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DateField
        label="Week of"
        value={chosen.week ?? first ?? ''}
        onChange={(week: PlainDate) => onChoose({ ...chosen, week: week === '' ? null : week })}
      />
      <SelectField
        label="How many"
        value={chosen.weeks}
        onChange={({ target }) => onChoose({ ...chosen, weeks: Number(target.value) })}
      >
        {[...new Set([...LENGTHS, chosen.weeks])].map((weeks) => (
          <option key={weeks} value={weeks}>
            {weeks === 1 ? '1 week' : `${weeks} weeks`}
          </option>
        ))}
      </SelectField>
      <Button variant="secondary" disabled={first === null} onClick={() => step(-1)}>
        Earlier
      </Button>
      <Button
        variant="secondary"
        disabled={shown === null || shown.isSoFar}
        onClick={() => step(1)}
      >
        Later
      </Button>
      <div className="flex flex-wrap gap-3 md:ml-auto">
        <a href={figuresFilePath('days', chosen)} download className={FILE_CLASS}>
          Days as CSV
        </a>
        <a href={figuresFilePath('documents', chosen)} download className={FILE_CLASS}>
          Receipts as CSV
        </a>
      </div>
    </div>
  );
}
