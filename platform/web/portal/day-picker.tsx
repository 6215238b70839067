import type { ReactNode } from 'react';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';

type DayPickerProps = {
  /** The day or week in words, after what the page is about. */
  title: ReactNode;
  /** The day, or the first of the week; null until it is known. */
  date: PlainDate | null;
  /** Where the button in the middle leads; null: not known yet. Left out: there is none. */
  now?: PlainDate | null;
  onChoose: (date: PlainDate) => void;
  /** How far a step is. */
  days?: 1 | 7;
  words?: { before: string; now: string; after: string };
  /** Asks again. */
  refresh?: { isBusy: boolean; onRefresh: () => void };
};

const OF_DAYS = { before: 'Day before', now: 'Today', after: 'Day after' };

/** A page about one day or week: which one, and the way to others. */
export function DayPicker(props: DayPickerProps) {
  const { title, date, now, onChoose, days = 1, words = OF_DAYS, refresh } = props;
  const step = (by: number) => date !== null && onChoose(addDays(date, by));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div aria-live="polite">{title}</div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Step short={words === OF_DAYS ? '‹' : undefined} onClick={() => step(-days)}>
          {words.before}
        </Step>
        {days === 1 && (
          <DateField
            label="Date"
            hideLabel
            value={date ?? ''}
            onChange={(chosen) => chosen !== '' && onChoose(chosen)}
          />
        )}
        {now !== undefined && (
          <Step
            disabled={now === null || now === date}
            onClick={() => now !== null && onChoose(now)}
          >
            {words.now}
          </Step>
        )}
        <Step short={words === OF_DAYS ? '›' : undefined} onClick={() => step(days)}>
          {words.after}
        </Step>
        {refresh && (
          <Button variant="quiet" size="small" busy={refresh.isBusy} onClick={refresh.onRefresh}>
            Refresh
          </Button>
        )}
      </div>
    </div>
  );
}

type StepProps = {
  onClick: () => void;
  disabled?: boolean;
  /** On a phone, where all has to fit in one line. */
  short?: string | undefined;
  children: string;
};

function Step({ short, children, ...props }: StepProps) {
  return (
    <Button variant="secondary" size="small" aria-label={short && children} {...props}>
      {short && <span className="wide:hidden">{short}</span>}
      <span className={short && 'max-wide:hidden'}>{children}</span>
    </Button>
  );
}
