import { weekdayName } from '#platform/rules/plain-date.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

/** A week is read from Monday on. Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

type WeekdayChipsProps = {
  label: string;
  weekdays: readonly number[];
  /** Id of what is wrong with them, or explains them. */
  describedBy: string | undefined;
  onChange: (weekdays: number[]) => void;
};

export function WeekdayChips({ label, weekdays, describedBy, onChange }: WeekdayChipsProps) {
  const toggle = (weekday: number) =>
    onChange(
      weekdays.includes(weekday)
        ? weekdays.filter((day) => day !== weekday)
        : [...weekdays, weekday].toSorted(),
    );
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      className="flex flex-wrap gap-2"
    >
      {WEEK.map((weekday) => (
        <CheckChip
          key={weekday}
          checked={weekdays.includes(weekday)}
          onToggle={() => toggle(weekday)}
        >
          {weekdayName(weekday).slice(0, 3)}
        </CheckChip>
      ))}
    </div>
  );
}
