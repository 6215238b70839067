import { useId } from 'react';
import { STARS } from '#areas/customers/rules/meal-ratings.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

const VALUES = Array.from({ length: STARS.max }, (_, index) => index + STARS.min);

type StarFieldProps = { legend: string; value: number | null; onChange: (stars: number) => void };

/** A radio group that looks like stars: each is as large as a fingertip. */
export function StarField({ legend, value, onChange }: StarFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="flex">
        {VALUES.map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 place-items-center rounded-full text-3xl leading-none has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <span
              aria-hidden="true"
              className={classNames(
                value !== null && stars <= value ? 'text-primary' : 'text-control',
              )}
            >
              {value !== null && stars <= value ? '★' : '☆'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
