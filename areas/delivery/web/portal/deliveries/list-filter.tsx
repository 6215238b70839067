import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { type DeliveryChoice, labelOf, NO_DRIVER, STATUS_FILTERS } from './filter-deliveries.ts';

type ListFilterProps = {
  filter: DeliveryChoice;
  /** Those with a stop on this day. */
  drivers: readonly { id: string; name: string }[];
  onChange: (filter: DeliveryChoice) => void;
};

export function ListFilter({ filter, drivers, onChange }: ListFilterProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="flex min-w-0 flex-1 max-md:basis-full">
        <SearchField
          label="Name, street, suburb, phone or order number"
          value={filter.q}
          onChange={(q) => onChange({ ...filter, q })}
        />
      </div>
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value })}
        className="min-h-12 rounded-xl border border-control bg-surface px-3"
      >
        {STATUS_FILTERS.map((status) => (
          <option key={status} value={status}>
            {labelOf(status)}
          </option>
        ))}
      </select>
      {drivers.length > 0 && (
        <select
          aria-label="Driver"
          value={filter.driver}
          onChange={(event) => onChange({ ...filter, driver: event.target.value })}
          className="min-h-12 rounded-xl border border-control bg-surface px-3"
        >
          <option value="">Every driver</option>
          {drivers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NO_DRIVER}>No driver yet</option>
        </select>
      )}
      <CheckChip
        checked={filter.withNeeds}
        onToggle={() => onChange({ ...filter, withNeeds: !filter.withNeeds })}
      >
        With allergies or diets
      </CheckChip>
    </div>
  );
}
