import { useId } from 'react';
import type { WindowFact } from '#areas/business/rules/delivery-windows.ts';
import { LONGEST_WINDOW_LABEL } from '#areas/business/rules/fact-lists.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { WeekdayChips } from './weekday-chips.tsx';

type WindowRowProps = {
  number: number;
  window: WindowFact;
  errorOf: (part: keyof WindowFact) => string | null;
  onChange: (window: WindowFact) => void;
  onRemove: () => void;
};

/** One window: from when to when, what it is called, and on which weekdays. */
export function WindowRow({ number, window, errorOf, onChange, onRemove }: WindowRowProps) {
  const { timeSlot, label, weekdays } = window;
  const [start = '', end = ''] = timeSlot.split('-');
  const daysError = errorOf('weekdays');
  const id = useId();

  return (
    <div
      role="group"
      aria-label={`Window ${number}`}
      className="grid gap-4 rounded-xl border border-line p-4"
    >
      <div className="grid grid-cols-2 items-start gap-4 lg:grid-cols-[9rem_9rem_minmax(0,1fr)_auto]">
        <TextField
          label={`Window ${number} from`}
          type="time"
          value={start}
          error={errorOf('timeSlot')}
          onChange={({ target }) => onChange({ ...window, timeSlot: `${target.value}-${end}` })}
        />
        <TextField
          label={`Window ${number} to`}
          type="time"
          value={end}
          onChange={({ target }) => onChange({ ...window, timeSlot: `${start}-${target.value}` })}
        />
        <div className="max-lg:col-span-2">
          <TextField
            label={`Name of window ${number} (optional)`}
            hint="Shown before its times, such as Breakfast."
            value={label ?? ''}
            maxLength={LONGEST_WINDOW_LABEL}
            error={errorOf('label')}
            onChange={({ target }) =>
              onChange({ ...window, label: target.value === '' ? null : target.value })
            }
          />
        </div>
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start lg:mt-8"
          onClick={onRemove}
        >
          Remove<VisuallyHidden> window {number}</VisuallyHidden>
        </Button>
      </div>
      <WeekdayChips
        label={`Days of window ${number}`}
        weekdays={weekdays}
        describedBy={daysError ? `${id}-error` : undefined}
        onChange={(changed) => onChange({ ...window, weekdays: changed })}
      />
      <FieldNotes id={id} error={daysError} />
    </div>
  );
}
