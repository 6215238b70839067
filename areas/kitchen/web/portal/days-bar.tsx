import type { ReactNode } from 'react';
import { daysBetween, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import type { AskedPlan } from './kitchen-queries.ts';
import type { useAskedPlan } from './use-plan.ts';

type DaysBarProps = Pick<ReturnType<typeof useAskedPlan>, 'setForecast' | 'step' | 'choose'> & {
  asked: AskedPlan;
  /** Before the days: "Deliveries". */
  what: string;
  file: string;
  children?: ReactNode;
};

export function DaysBar({ asked, what, file, setForecast, step, choose, children }: DaysBarProps) {
  const days = daysBetween(asked.from, asked.to) + 1;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <h2 className="text-xl">
        {what} {formatDayAndMonth(asked.from)} to {formatDayAndMonth(asked.to)}
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <Switch
          label="Add the forecast"
          checked={asked.forecast !== 'off'}
          onChange={(isOn) => setForecast(isOn ? 'on' : 'off')}
        />
        <Button variant="quiet" size="small" onClick={() => step(-days)}>
          Earlier
        </Button>
        <DateField label="From" value={asked.from} onChange={(date) => choose('from', date)} />
        <DateField label="To" value={asked.to} onChange={(date) => choose('to', date)} />
        <Button variant="quiet" size="small" onClick={() => step(days)}>
          Later
        </Button>
        <a className={buttonClass('secondary', 'small')} href={file}>
          Download CSV
        </a>
        {children}
      </div>
    </div>
  );
}
