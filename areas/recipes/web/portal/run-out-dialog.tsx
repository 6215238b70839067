import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { RunOutReply, RunOutRequest, RunOutRow } from '#areas/orders/calls/run-out.ts';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  readNewPreview,
  runOutPreviewQuery,
  sendRunOut,
} from '#areas/orders/web/portal/food-to-settle-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { RUN_OUT_OTHERWISE, type RunOutOtherwise } from '#areas/orders/rules/run-out.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  addDays,
  daysBetween,
  formatDayAndMonth,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { instantOf, parseInstant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText, hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { needsLine } from '#areas/needs/rules/food-needs-text.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

type RunOutDialogProps = {
  meal: StaffMealReply;
  /** The first day of delivery that it is missing for. */
  from: PlainDate;
  onClose: () => void;
};

export function RunOutDialog({ meal, from, onClose }: RunOutDialogProps) {
  const [request, setRequest] = useState<RunOutRequest>({ from, to: from, action: 'swap' });
  const client = useQueryClient();
  const query = runOutPreviewQuery(meal.id, request);
  const preview = useQuery(query);
  const doing = useChange((previewHash: string) => sendRunOut(meal.id, request, previewHash), {
    onDone: () => void client.invalidateQueries({ queryKey: ['staff-meals'] }),
    onFailure(_failure, { error }) {
      const changed = readNewPreview(error);
      if (changed) client.setQueryData(query.queryKey, changed);
    },
  });
  const shown = preview.data;
  function change(to: RunOutRequest) {
    doing.reset();
    setRequest(to);
  }
  const lookAhead = (day: PlainDate) => change({ ...request, to: addDays(day, A_WEEK_ON) });
  return (
    <ActionDialog
      title={`Run out of ${meal.name}`}
      act={shown ? actOf(shown.counts) : 'Go'}
      busyLabel="Going through the orders…"
      change={doing}
      isReady={!shown || actOf(shown.counts) !== 'Go'}
      preview={preview}
      result={doing.result && <Result result={doing.result} />}
      go={() => shown && doing.run(shown.previewHash)}
      onClose={onClose}
    >
      <RunOutChoices meal={meal} request={request} onChange={change} />
      <Loaded query={preview} what="who is concerned">
        {(found) => <Preview preview={found} onLookAhead={() => lookAhead(request.from)} />}
      </Loaded>
    </ActionDialog>
  );
}

/** "Ask 28, refund 3"; "Go": nobody is concerned. */
function actOf({ swap, refund, ask }: RunOutReply['counts']): string {
  const parts = [
    swap > 0 && `swap ${swap}`,
    ask > 0 && `ask about ${ask}`,
    refund > 0 && `refund ${refund}`,
  ].filter(Boolean);
  const words = parts.join(', ');
  return words === '' ? 'Go' : words.charAt(0).toUpperCase() + words.slice(1);
}

const A_WEEK_ON = 6;

const OTHERWISE: Record<RunOutOtherwise, string> = {
  leave: 'Leave them to me',
  refund: 'Refund them',
  ask: 'Ask them',
};

type RunOutChoicesProps = {
  meal: StaffMealReply;
  request: RunOutRequest;
  onChange: (request: RunOutRequest) => void;
};

function RunOutChoices({ meal, request, onChange }: RunOutChoicesProps) {
  const { from, to, action, swapWith, otherwise = 'leave', askUntil } = request;
  const { timeZone } = useConfig().business;
  // Whatever the list below is filtered to.
  const { data = [] } = useQuery(staffMealsQuery({ q: '', type: null, archived: false }));
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) =>
    addDays(from, index),
  );
  const others = data.filter(
    (one) =>
      one.id !== meal.id &&
      one.mealType === meal.mealType &&
      one.isActive &&
      days.some((day) => isMealAvailableOn(one, day)),
  );
  const asks = action === 'ask' || (action === 'swap' && otherwise === 'ask');
  /** With what belongs to it alone left out. */
  const change = (some: Partial<RunOutRequest>, ...without: (keyof RunOutRequest)[]) => {
    const kept = Object.entries(request).filter(
      ([name]) => !without.some((one) => one === name),
    ) as [];
    onChange({ from, to, action, ...Object.fromEntries(kept), ...some });
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="From"
          value={from}
          onChange={(date) => change({ from: date, to: date > to ? date : to })}
        />
        <DateField
          label="Last day"
          value={to}
          onChange={(date) => change({ to: date, from: date < from ? date : from })}
        />
      </div>
      <PillChoice
        legend="What to do"
        layout="even"
        value={action}
        pills={[
          { value: 'swap', label: 'Swap' },
          { value: 'refund', label: 'Refund' },
          { value: 'ask', label: 'Ask them' },
        ]}
        onChange={(next) => change({ action: next }, 'swapWith', 'otherwise', 'notify', 'askUntil')}
      />
      {action === 'swap' && (
        <SelectField
          label="Swap for"
          hint="At the same price, and nobody gets what they are allergic to"
          value={swapWith ?? ''}
          onChange={({ currentTarget: { value } }) =>
            value === '' ? change({}, 'swapWith') : change({ swapWith: Number(value) })
          }
        >
          <option value="">The nearest meal for each person</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {action !== 'refund' && (
        <SelectField
          label={action === 'swap' ? 'Who can’t have it' : 'Who has nothing to choose from'}
          value={otherwise}
          onChange={({ currentTarget: { value } }) => {
            const chosen = RUN_OUT_OTHERWISE.find((each) => each === value);
            if (chosen)
              change({ otherwise: chosen }, ...(chosen === 'ask' ? ['notify' as const] : []));
          }}
        >
          {RUN_OUT_OTHERWISE.filter((each) => action === 'swap' || each !== 'ask').map((each) => (
            <option key={each} value={each}>
              {OTHERWISE[each]}
            </option>
          ))}
        </SelectField>
      )}
      {asks && (
        <TextField
          type="datetime-local"
          label="Ask until"
          hint="Empty: eight in the evening before. Who has not answered by then gets what we propose"
          value={askUntil === undefined ? '' : localText(askUntil, timeZone)}
          onChange={({ currentTarget: { value } }) => {
            const instant = instantIn(value, timeZone);
            if (instant === null) change({}, 'askUntil');
            else change({ askUntil: instant });
          }}
        />
      )}
      <div className="flex flex-wrap gap-x-6">
        <Switch
          label="Take it off the menu"
          checked={request.stopSelling ?? false}
          onChange={(stopSelling) => change({ stopSelling })}
        />
        {!asks && (
          <Switch
            label="Tell the customers"
            checked={request.notify ?? true}
            onChange={(notify) => change({ notify })}
          />
        )}
      </div>
    </>
  );
}

/** "2026-12-01T18:00" on the kitchen's clock -> the instant as text; null: none. */
function instantIn(local: string, timeZone: string): string | null {
  const [, date = '', hours = '', minutes = ''] = /^(.{10})T(\d\d):(\d\d)/.exec(local) ?? [];
  if (date === '') return null;
  const minuteOfDay = Number(hours) * 60 + Number(minutes);
  return new Date(instantOf({ date, minuteOfDay }, timeZone)).toISOString();
}

function localText(instant: string, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(parseInstant(instant), timeZone);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${date}T${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

function Preview({ preview, onLookAhead }: { preview: RunOutReply; onLookAhead: () => void }) {
  if (preview.rows.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">Nobody is waiting for this meal in these days.</p>
        <Button variant="secondary" size="small" onClick={onLookAhead}>
          Look at 7 days
        </Button>
      </div>
    );
  return (
    <>
      <p role="status" className="font-semibold">
        {describeCounts(preview)} {describeTold(preview)}
      </p>
      <RunOutRows rows={preview.rows} />
    </>
  );
}

function Result({ result }: { result: RunOutReply }) {
  const failed = result.rows.filter(({ ok }) => ok === false);
  const isWhole = failed.length === 0;
  return (
    <div className="grid gap-5">
      <Notice
        tone={isWhole ? 'success' : 'warning'}
        announce="polite"
        title={isWhole ? 'Done' : `${failed.length} could not be done`}
      >
        <p>
          {describeCounts(result)}{' '}
          {isWhole ? '' : 'Open this again for those that are marked: the others are done.'}
        </p>
      </Notice>
      <RunOutRows rows={[...failed, ...result.rows.filter(({ ok }) => ok !== false)]} />
    </div>
  );
}

/** "2 portions swapped, 1 portion refunded ($14.99)." */
function describeCounts({ counts, refundTotal }: RunOutReply): string {
  const parts = [
    counts.swap > 0 && `${countPortions(counts.swap)} swapped`,
    counts.refund > 0 && `${countPortions(counts.refund)} refunded ($${refundTotal})`,
    counts.ask > 0 && `${countPortions(counts.ask)} asked about`,
    counts.left > 0 && `${countPortions(counts.left)} left as they are`,
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

function describeTold({ told }: RunOutReply): string {
  if (told === 0) return 'Nobody gets a message.';
  return `${told} customer${told === 1 ? '' : 's'} get${told === 1 ? 's' : ''} a message.`;
}

function countPortions(count: number): string {
  return `${count} portion${count === 1 ? '' : 's'}`;
}

const OUTCOMES: Record<RunOutRow['outcome'], string> = {
  swap: 'Swap',
  refund: 'Refund',
  ask: 'Ask',
  left: 'Left',
};

function RunOutRows({ rows }: { rows: readonly RunOutRow[] }) {
  return (
    <ul aria-label="Who is concerned" className="divide-y divide-line">
      {rows.map((row) => (
        <PersonRow key={`${row.deliveryId} ${row.personName}`} row={row} />
      ))}
    </ul>
  );
}

function PersonRow({ row }: { row: RunOutRow }) {
  const formatInstant = useFormatInstant();
  const { outcome, portions, personName, until, why, ok, message } = row;
  return (
    <li className="grid gap-0.5 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 break-words">
          <strong>
            {portions} × {personName}
          </strong>
          , {row.customerName} ({row.orderNumber})
        </p>
        <Badge variant="outline">{ok === false ? 'Not done' : OUTCOMES[outcome]}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {formatDayAndMonth(row.date)}, {windowLabel(row.timeSlot)}
        {hasFoodNeeds(row) && ` · ${needsLine({ ...row, name: row.personName })}`}
      </p>
      <p className="break-words">
        {describeOutcome(row)}
        {until !== null && ` Until ${formatInstant(until)}.`}
      </p>
      {row.dietsMissed.length > 0 && (
        <p className="font-semibold text-warning">
          Doesn’t fit: {row.dietsMissed.map(dietText).join(', ')}
        </p>
      )}
      {why !== '' && <p className="text-warning">{why}</p>}
      {ok === false && <p className="font-semibold text-danger">{message}</p>}
    </li>
  );
}

function describeOutcome({ outcome, swap, options, refund }: RunOutRow): string {
  switch (outcome) {
    case 'swap':
      return `Gets ${swap?.name ?? 'another meal'}.`;
    case 'refund':
      return `$${refund ?? '0.00'} goes back to the card.`;
    case 'ask':
      return `May choose ${options.map(({ name }) => name).join(', ')}, or the refund.`;
    case 'left':
      return 'Nothing is done.';
  }
}
