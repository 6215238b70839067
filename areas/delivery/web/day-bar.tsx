import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';

type DayBarProps = {
  title: string;
  /** Null until it is known. */
  date: PlainDate | null;
  isRefreshing: boolean;
  onChoose: (date: PlainDate) => void;
  onStep: (days: 1 | -1) => void;
  onRefresh: () => void;
};

/** A page about one day: its heading, and the way to other days. */
export function DayBar({ title, date, isRefreshing, onChoose, onStep, onRefresh }: DayBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl" aria-live="polite">
        {title}
        {date !== null && `: ${formatDate(date)}`}
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
