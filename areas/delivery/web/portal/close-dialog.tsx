import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ClosureReply, makeClosure } from '#areas/delivery/calls/incidents.ts';
import { LONGEST_CLOSED_REASON } from '#areas/business/rules/fact-lists.ts';
import {
  type DeliveryWindow,
  inTimeOrder,
  windowLabel,
} from '#areas/business/rules/delivery-windows.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { showTime, readTime } from '#areas/places/web/portal/settings/typed-values.ts';
import { closingName, type IncidentChoice } from '#areas/order-book/rules/incident.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import { settingsQuery } from '#areas/business/web/portal/settings-queries.ts';
import type { ToClose } from '#areas/places/web/portal/closing.ts';
import { closuresQuery } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { isPlainDate, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import { failureOf, problemsIn } from '#platform/web/api/failure.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useSettledText } from '#platform/web/ui/form/search-field.tsx';
import { BookedThere, type Deciding, toChoice } from './booked-there.tsx';
import { IncidentResult } from './incident-result.tsx';
import { type ClosureBody, INCIDENTS_KEY } from './incidents-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';

/** What customers read of days that were closed without other words; until further notice, that is said already. */
const DAY_OFF = 'Day off';
const OPEN_ENDED = 'Taking a break';

type What = {
  from: string;
  /** Null: until further notice. */
  until: string | null;
  isWindows: boolean;
  windows: readonly DeliveryWindow[];
  reason: string;
  fromMinute: number | undefined;
};

const AS_PROPOSED: Deciding = {
  booked: 'move',
  rows: new Map(),
  cause: '',
  sameBag: true,
  notify: true,
};

export function CloseDialog({ first, onClose }: { first: ToClose; onClose: () => void }) {
  const [what, setWhat] = useState<What>(() => whatOf(first));
  const [deciding, setDeciding] = useState(AS_PROPOSED);
  const mayClose = useMayDo('editSlots');
  const client = useQueryClient();
  const cause = useSettledText(deciding.cause);
  const reason = useSettledText(what.reason);
  const body = bodyOf({ ...what, reason }, { ...deciding, cause });
  const isSettled = cause === deciding.cause && reason === what.reason;
  const query = useQuery({
    ...dryRunQuery(makeClosure, { body: body ?? NOTHING }),
    enabled: body !== null && mayClose,
    placeholderData: keepPreviousData,
  });
  const closing = useChange(
    ({ hash: previewHash, ...sent }: ClosureBody & { hash: string }) =>
      call(makeClosure, { body: { ...sent, previewHash } }),
    {
      refresh: [
        { queryKey: DELIVERIES_KEY },
        { queryKey: [...INCIDENTS_KEY, 'open'] },
        { queryKey: ['delivery-slots'] },
        settingsQuery,
      ],
      onDone({ incidentId, closures }) {
        client.setQueryData(closuresQuery.queryKey, closures);
        if (incidentId === null) onClose();
      },
      says: ({ incidentId }) =>
        incidentId === null ? { title: `${closureName(what)} is closed`, tone: 'success' } : null,
      preview: query,
    },
  );
  const preview = body === null ? undefined : query.data;
  const incidentId = closing.result?.incidentId ?? null;
  if (incidentId !== null)
    return (
      <Dialog
        open
        title={`${closureName(what)} is closed`}
        onClose={onClose}
        actions={
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        }
      >
        <IncidentResult id={incidentId} />
      </Dialog>
    );
  const isTrue =
    preview !== undefined && isSettled && !query.isPlaceholderData && !query.isFetching;
  const failure = closing.failure ?? failureOf(query.error);
  const problems = problemsIn(failure);
  const act = preview ? actOf(what, preview) : null;
  return (
    <ActionDialog
      title={first.isForBooked ? `${closureName(what)} is closed` : 'Close'}
      act={act ?? (preview ? 'Nothing to do' : 'Close')}
      busyLabel="Closing…"
      isReady={isTrue && act !== null}
      change={{
        isBusy: closing.isBusy,
        failure: Object.keys(problems).length > 0 ? null : failure,
      }}
      go={() => body && preview && closing.run({ ...body, hash: preview.previewHash })}
      onClose={onClose}
    >
      {mayClose ? (
        <>
          {!first.isForBooked && (
            <WhatToClose
              what={what}
              problems={problems}
              onChange={(change) => {
                setWhat((now) => ({ ...now, ...change }));
                // Who was chosen for one by one may not have booked there.
                setDeciding((now) => ({ ...now, rows: new Map() }));
              }}
            />
          )}
          {preview && (
            <BookedThere
              preview={preview}
              deciding={deciding}
              isBusy={!isTrue}
              onChange={(change) => setDeciding((now) => ({ ...now, ...change }))}
              onChoose={(id, value) =>
                setDeciding((now) => ({
                  ...now,
                  rows: new Map(now.rows).set(id, toChoice(id, value)),
                }))
              }
            />
          )}
          {preview && !preview.isClosed && (
            <p className="text-sm text-ink-soft">
              Sales stop immediately. The plan, Today and Delivery Slots show it from then on.
            </p>
          )}
        </>
      ) : (
        <p>Your role may not close windows or days. Ask a manager.</p>
      )}
    </ActionDialog>
  );
}

type WhatToCloseProps = {
  what: What;
  problems: ReturnType<typeof problemsIn>;
  onChange: (change: Partial<What>) => void;
};

function WhatToClose({ what, problems, onChange }: WhatToCloseProps) {
  const { from, until, isWindows, windows, reason, fromMinute } = what;
  const offered = useWindowsOf(what);
  const isOneDay = !isWindows && until === from && from !== '';
  return (
    <>
      <PillChoice
        legend="What"
        value={isWindows ? 'windows' : 'days'}
        pills={[
          { value: 'windows', label: 'Windows' },
          { value: 'days', label: 'Whole days' },
        ]}
        onChange={(kind) =>
          onChange({
            isWindows: kind === 'windows',
            ...(kind === 'windows' && { until: until ?? from, fromMinute: undefined }),
          })
        }
      />
      {isWindows && from !== '' && (
        <fieldset>
          <legend className="sr-only">Which windows</legend>
          <div className="flex flex-wrap gap-2">
            {offered.map((window) => (
              <CheckChip
                key={window}
                checked={windows.includes(window)}
                onToggle={() =>
                  onChange({
                    windows: offered.filter((one) => windows.includes(one) !== (one === window)),
                  })
                }
              >
                {windowLabel(window)}
              </CheckChip>
            ))}
          </div>
          {offered.length === 0 && <p>You have no delivery windows on this day.</p>}
        </fieldset>
      )}
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <DateField
          label="From"
          value={from}
          error={problems['from'] ?? null}
          onChange={(day) =>
            onChange({
              from: day,
              until: until === null ? null : until === from || until < day ? day : until,
            })
          }
        />
        {until !== null && (
          <DateField
            label="Last day"
            value={until}
            error={problems['until'] ?? null}
            onChange={(day) => onChange({ until: day, fromMinute: undefined })}
          />
        )}
      </div>
      {!isWindows && (
        <>
          <Switch
            label="Until further notice"
            checked={until === null}
            onChange={(isOpenEnded) =>
              onChange({
                until: isOpenEnded ? null : from,
                fromMinute: undefined,
                // Words of one’s own stay.
                ...([DAY_OFF, OPEN_ENDED].includes(reason) && {
                  reason: isOpenEnded ? OPEN_ENDED : DAY_OFF,
                }),
              })
            }
          />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField
              label="What customers read"
              value={reason}
              maxLength={LONGEST_CLOSED_REASON}
              error={problems['reason'] ?? null}
              onChange={({ target }) => onChange({ reason: target.value })}
            />
            {isOneDay && (
              <TextField
                label="Only from this time"
                optional
                type="time"
                value={fromMinute === undefined ? '' : showTime(fromMinute)}
                error={problems['fromMinute'] ?? null}
                onChange={({ target }) =>
                  onChange({ fromMinute: target.value === '' ? undefined : readTime(target.value) })
                }
              />
            )}
          </div>
        </>
      )}
    </>
  );
}

function useWindowsOf({ from, windows }: What): DeliveryWindow[] {
  const { business } = useConfig();
  const today = useToday();
  const [asked] = useState(windows);
  const date = isPlainDate(from) ? from : today;
  if (date === null) return [];
  return inTimeOrder([...windowsOfWeekday(business, weekdayOf(date)), ...asked]);
}

function whatOf(asked: ToClose): What {
  const { from, until, windows, fromMinute } = asked;
  const reason = asked.reason ?? (until === null ? OPEN_ENDED : DAY_OFF);
  const first = from ?? '';
  return {
    from: first,
    until: until === undefined ? first : until,
    isWindows: windows.length > 0,
    windows,
    reason,
    fromMinute,
  };
}

const NOTHING: ClosureBody = { from: '', until: null };

/** Null: it does not say yet what to close. */
function bodyOf(
  { from, until, isWindows, windows, reason, fromMinute }: What,
  { booked, rows, cause, sameBag, notify }: Deciding,
): ClosureBody | null {
  const isMissing = isWindows ? windows.length === 0 || until === null : reason.trim() === '';
  if (!isPlainDate(from) || (until !== null && (!isPlainDate(until) || until < from)) || isMissing)
    return null;
  return {
    from,
    until,
    ...(isWindows
      ? { windows: [...windows] }
      : { reason, ...(fromMinute !== undefined && { fromMinute }) }),
    booked,
    rows: [...rows.values()],
    cause,
    sameBag,
    notify,
  };
}

function closureName({ from, until, isWindows, windows }: What): string {
  const date: PlainDate = from;
  return closingName({ date, until, windows: isWindows ? windows : [] });
}

/** "Close Wed 2 Dec, move 15, refund 1". Null: there is nothing to do. */
function actOf(what: What, { isClosed, rows }: ClosureReply): string | null {
  const countOf = (choice: IncidentChoice) =>
    rows.filter((row) => row.ok && row.choice === choice).length;
  const deeds = [
    ...(isClosed ? [] : [`close ${closureName(what)}`]),
    ...(countOf('move') > 0 ? [`move ${countOf('move')}`] : []),
    ...(countOf('refund') > 0 ? [`refund ${countOf('refund')}`] : []),
    ...(isClosed && countOf('leave') === rows.length && rows.length > 0
      ? [`deliver ${rows.length} as booked`]
      : []),
  ].join(', ');
  return deeds === '' ? null : deeds.slice(0, 1).toUpperCase() + deeds.slice(1);
}
