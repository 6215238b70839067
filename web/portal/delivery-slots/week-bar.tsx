import {
  addDays,
  formatDate,
  formatDayAndMonth,
  type PlainDate,
} from '#domain/calendar/plain-date.ts';
import { Button } from '#web/ui/form/button.tsx';

const DAYS_IN_WEEK = 7;
const LAST_DAY = 6;

type WeekBarProps = {
  monday: PlainDate;
  thisMonday: PlainDate;
  onGo: (monday: PlainDate) => void;
};

export function WeekBar({ monday, thisMonday, onGo }: WeekBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl" aria-live="polite">
        {formatDayAndMonth(monday)} to {formatDate(addDays(monday, LAST_DAY))}
      </h2>
      <div className="flex flex-wrap gap-2">
        <WeekButton onClick={() => onGo(addDays(monday, -DAYS_IN_WEEK))}>Previous Week</WeekButton>
        <WeekButton disabled={monday === thisMonday} onClick={() => onGo(thisMonday)}>
          This Week
        </WeekButton>
        <WeekButton onClick={() => onGo(addDays(monday, DAYS_IN_WEEK))}>Next Week</WeekButton>
      </div>
    </div>
  );
}

type WeekButtonProps = { onClick: () => void; disabled?: boolean; children: string };

function WeekButton(props: WeekButtonProps) {
  return <Button variant="secondary" size="small" className="max-md:min-h-11" {...props} />;
}
