import { formatDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';

type PrepBarProps = {
  /** Null until it is known. */
  date: PlainDate | null;
  isRefreshing: boolean;
  onChoose: (date: PlainDate) => void;
  onStep: (days: 1 | -1) => void;
  onRefresh: () => void;
};

export function PrepBar({ date, isRefreshing, onChoose, onStep, onRefresh }: PrepBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl" aria-live="polite">
        Daily Prep{date !== null && `: ${formatDate(date)}`}
      </h2>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <BarButton onClick={() => onStep(-1)}>Day before</BarButton>
        <DateField
          label="Date"
          hideLabel
          value={date ?? ''}
          onChange={(chosen) => chosen !== '' && onChoose(chosen)}
        />
        <BarButton onClick={() => onStep(1)}>Day after</BarButton>
        <Button
          variant="quiet"
          size="small"
          className="max-md:min-h-11"
          busy={isRefreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
      </div>
    </div>
  );
}

function BarButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={onClick}>
      {children}
    </Button>
  );
}
