import { useId } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { WindowFact } from '#areas/business/rules/delivery-windows.ts';
import { MOST_WINDOWS } from '#areas/business/rules/fact-lists.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { WindowRow } from './window-row.tsx';

type WindowsFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: Pick<BusinessFacts, 'deliveryWindows' | 'defaultWindow'>;
  problems: FieldErrors;
  onChange: (change: Partial<Pick<BusinessFacts, 'deliveryWindows' | 'defaultWindow'>>) => void;
};

const NEW_WINDOW: WindowFact = { timeSlot: '-', label: null, weekdays: [1, 2, 3, 4, 5] };

/** When the kitchen delivers: name, start, end and weekdays of each window. */
export function WindowsField({ label, hint, facts, problems, onChange }: WindowsFieldProps) {
  const id = useId();
  const { deliveryWindows: windows, defaultWindow } = facts;

  function write(index: number, window: WindowFact) {
    const isDefault = windows[index]?.timeSlot === defaultWindow;
    onChange({
      deliveryWindows: windows.with(index, window),
      ...(isDefault && { defaultWindow: window.timeSlot }),
    });
  }

  function remove(index: number) {
    const rest = windows.toSpliced(index, 1);
    const [first] = rest;
    const isDefault = windows[index]?.timeSlot === defaultWindow;
    onChange({
      deliveryWindows: rest,
      ...(isDefault && first && { defaultWindow: first.timeSlot }),
    });
  }

  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-4 sm:col-span-2"
      aria-describedby={`${id}-hint`}
    >
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} Customers choose one for their order.
      </p>
      {windows.map((window, index) => (
        <WindowRow
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={index}
          number={index + 1}
          window={window}
          errorOf={(part) => problems[`deliveryWindows.${index}.${part}`] ?? null}
          onChange={(changed) => write(index, changed)}
          onRemove={() => remove(index)}
        />
      ))}
      <FieldNotes id={id} error={problems['deliveryWindows'] ?? null} />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={windows.length >= MOST_WINDOWS}
        onClick={() => onChange({ deliveryWindows: [...windows, NEW_WINDOW] })}
      >
        Add a window
      </Button>
    </fieldset>
  );
}
