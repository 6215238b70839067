import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListPage } from '#platform/web/portal/list-page.tsx';
import {
  fetchAudit,
  type TrailFilters,
  trailQuery,
  auditStaffQuery,
} from '#platform/web/api/audit-queries.ts';
import { useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useSearchParams, withValues } from '#platform/web/navigation/address.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import {
  type TrailEntryReply,
  AUDIT_RIGHTS,
  AUDITED_ENTITIES,
  NOT_STAFF,
} from '#platform/calls/audit.ts';
import {
  AUDITED_NAMES,
  auditActionText,
  changedByText,
  AUDIT_ACTIONS,
  changedFields,
  describeChanges,
} from '#platform/rules/audit-actions.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

/** Who changed what and when, of all that one's role may see. The filters are in the address, so that they can be sent. */
export function AuditTab() {
  const mayDownload = useMayDo('manageSystem');
  const [params, setParams] = useSearchParams();
  const filters: TrailFilters = {
    who: params.get('who') ?? '',
    what: params.get('what') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const change = (to: Partial<TrailFilters>) =>
    setParams(withValues(params, to), { replace: true });
  return (
    <ListPage
      title="Audit trail"
      what="the audit trail"
      actions={
        mayDownload && (
          <ConfirmedDownload fetchFile={() => fetchAudit(filters)} done="Audit Trail Downloaded">
            Download CSV
          </ConfirmedDownload>
        )
      }
      filters={
        <>
          <AuditFilters filters={filters} onChange={change} />
          {isFiltered && (
            <Button
              variant="quiet"
              size="small"
              className="justify-self-start"
              onClick={() => change({ who: '', what: '', from: '', to: '' })}
            >
              Clear filters
            </Button>
          )}
        </>
      }
      list={useInfiniteQuery(trailQuery(filters))}
      rowsOf={({ pages }) => pages.flatMap(({ changes }) => changes)}
      empty={
        <EmptyState title={isFiltered ? 'No changes match these filters' : 'No changes yet'} />
      }
      more="changes"
    >
      {(entries) => (
        <ol aria-label="Changes, newest first" className="border-t border-line">
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}

/** More lines are folded away, so that one large change does not bury the others. */
const LINES_SHOWN = 4;

function AuditEntry({ entry }: { entry: TrailEntryReply }) {
  const formatInstant = useFormatInstant();
  const lines = describeChanges(changedFields(entry));
  const more = lines.slice(LINES_SHOWN);
  return (
    <li className="grid gap-1 border-b border-line py-3 md:grid-cols-[17rem_1fr] md:gap-4">
      <div className="text-sm text-ink-soft">
        <p>{formatInstant(entry.at)}</p>
        <p className="wrap-anywhere">{changedByText(entry)}</p>
      </div>
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{auditActionText(entry.action)}</span>
          <span className="text-ink-soft"> · {AUDITED_NAMES[entry.entity]} </span>
          <Subject entry={entry} />
        </p>
        <Lines lines={lines.slice(0, LINES_SHOWN)} />
        {more.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer underline underline-offset-4 max-md:py-2">
              {more.length === 1 ? '1 more change' : `${more.length} more changes`}
            </summary>
            <Lines lines={more} />
          </details>
        )}
      </div>
    </li>
  );
}

function Subject({ entry: { entity, entityId, subject } }: { entry: TrailEntryReply }) {
  if (subject === null) return null;
  if (entity === 'order') return <OrderLink id={Number(entityId)} orderNumber={subject} />;
  if (entity === 'meal') {
    return (
      <Link
        to={paths.admin({ tab: 'meals', meal: Number(entityId) })}
        className="underline underline-offset-4"
      >
        {subject}
      </Link>
    );
  }
  return <span className="wrap-anywhere">{subject}</span>;
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 text-sm">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}

type AuditFiltersProps = {
  filters: TrailFilters;
  onChange: (change: Partial<TrailFilters>) => void;
};

function AuditFilters({ filters, onChange }: AuditFiltersProps) {
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
        options={[...emails].map((value) => ({ value, label: value }))}
      >
        <option value="">Everyone</option>
        <option value={NOT_STAFF}>Customers and the system</option>
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
