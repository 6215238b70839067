import { useId } from 'react';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { LONGEST_SERVICE } from '#areas/business/rules/fact-lists.ts';
import {
  DELIVERY_TYPES,
  type DeliveryType,
  type Service,
  SERVICE_TYPES,
  SERVICES_OF_THE_SPEC,
} from '#areas/business/rules/services.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type ServicesFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  services: readonly Service[];
  problems: FieldErrors;
  onChange: (services: Service[]) => void;
};

/** Lunch, dinner or both, and what the kitchen calls them. */
export function ServicesField({ label, hint, services, problems, onChange }: ServicesFieldProps) {
  const id = useId();
  const isOn = (type: Service['type']) => services.some((service) => service.type === type);

  function toggle(type: Service['type']) {
    const others = services.filter((service) => service.type !== type);
    const added = SERVICES_OF_THE_SPEC.filter((service) => service.type === type);
    const all = isOn(type) ? others : [...others, ...added];
    onChange(SERVICE_TYPES.flatMap((one) => all.filter((service) => service.type === one)));
  }

  return (
    <fieldset data-wide className="grid min-w-0 grid-cols-1 gap-4" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} Names are as within a sentence, such as lunch and lunches.
      </p>
      <div className="flex flex-wrap gap-2">
        {SERVICE_TYPES.map((type) => (
          <CheckChip key={type} checked={isOn(type)} onToggle={() => toggle(type)}>
            {capitalised(type)}
          </CheckChip>
        ))}
      </div>
      <FieldNotes id={id} error={problems['services'] ?? null} />
      {services.map((service, index) => {
        const write = (part: Partial<Service>) =>
          onChange(services.map((one, at) => (at === index ? { ...one, ...part } : one)));
        return (
          <div key={service.type} className="grid grid-cols-2 items-start gap-4">
            <TextField
              label={`What you call ${service.type}`}
              value={service.name}
              maxLength={LONGEST_SERVICE + 1}
              error={problems[`services.${index}.name`] ?? null}
              onChange={({ target }) => write({ name: target.value })}
            />
            <TextField
              label={`Several of ${service.type}`}
              value={service.plural}
              maxLength={LONGEST_SERVICE + 1}
              error={problems[`services.${index}.plural`] ?? null}
              onChange={({ target }) => write({ plural: target.value })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

type DeliveryTypesFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  types: readonly DeliveryType[];
  error: string | null;
  onChange: (types: DeliveryType[]) => void;
};

const TYPE_WORDS: Record<DeliveryType, string> = {
  daily: 'Daily: each meal on its own day',
  weekly: 'Weekly: everything on one day',
};

/** Daily, weekly or both. */
export function DeliveryTypesField({
  label,
  hint,
  types,
  error,
  onChange,
}: DeliveryTypesFieldProps) {
  const id = useId();
  return (
    <fieldset data-wide className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} If you deliver on one day of the week, everything comes on it.
      </p>
      <div className="flex flex-wrap gap-2">
        {DELIVERY_TYPES.map((type) => (
          <CheckChip
            key={type}
            checked={types.includes(type)}
            onToggle={() =>
              onChange(DELIVERY_TYPES.filter((one) => types.includes(one) !== (one === type)))
            }
          >
            {TYPE_WORDS[type]}
          </CheckChip>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
