import { useQuery } from '@tanstack/react-query';
import { AUDIT_RIGHTS, AUDITED_ENTITIES, NOT_STAFF } from '#platform/calls/audit.ts';
import { AUDIT_ACTIONS, AUDITED_NAMES } from '#platform/rules/audit-actions.ts';
import { auditStaffQuery, type TrailFilters } from '#platform/web/api/audit-queries.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type AuditFiltersProps = {
  filters: TrailFilters;
  onChange: (change: Partial<TrailFilters>) => void;
};

export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const { data } = useQuery(auditStaffQuery);
  const isBackwards = filters.from !== '' && filters.to !== '' && filters.from > filters.to;
  // Also one that came with a link, before the list is here.
  const emails = new Set([
    ...(filters.who === '' || filters.who === NOT_STAFF ? [] : [filters.who]),
    ...(data?.emails ?? []),
  ]);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label="Who"
        value={filters.who}
        onChange={({ target }) => onChange({ who: target.value })}
      >
        <option value="">Everyone</option>
        <option value={NOT_STAFF}>Customers and the system</option>
        {[...emails].map((email) => (
          <option key={email} value={email}>
            {email}
          </option>
        ))}
      </SelectField>
      <WhatField value={filters.what} onChange={(what) => onChange({ what })} />
      <DateField label="First day" value={filters.from} onChange={(from) => onChange({ from })} />
      <DateField
        label="Last day"
        value={filters.to}
        onChange={(to) => onChange({ to })}
        error={isBackwards ? 'Please choose a last day after the first' : null}
      />
    </div>
  );
}

/** Only what this person may see. */
function WhatField({ value, onChange }: { value: string; onChange: (what: string) => void }) {
  const { rights } = useSignedIn();
  const entities = AUDITED_ENTITIES.filter((entity) => rights.includes(AUDIT_RIGHTS[entity]));
  const actionsOf = (entity: string) =>
    Object.entries(AUDIT_ACTIONS).filter(([action]) => action.startsWith(`${entity}.`));
  return (
    <SelectField label="What" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Every change</option>
      {entities.map((entity) => (
        <optgroup key={entity} label={AUDITED_NAMES[entity]}>
          <option value={entity}>{AUDITED_NAMES[entity]}: all changes</option>
          {actionsOf(entity).map(([action, text]) => (
            <option key={action} value={action}>
              {text}
              {action.includes('.customer_') && ' (by the customer)'}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
