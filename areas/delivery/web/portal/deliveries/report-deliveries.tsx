import type { DeliveryReply, DeliveryChangesReply } from '#areas/orders/calls/deliveries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { readTime, showTime } from '#areas/places/web/portal/settings/typed-values.ts';
import { useKitchenTime } from '#areas/order-book/web/ordering-queries.ts';
import {
  type EndedAt,
  type Ending,
  isToldByDefault,
  instantOfEnding,
} from '#areas/delivery/rules/driver-reports.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Failure } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useEffect, useState } from 'react';
import { CONFIRMABLE } from '#areas/order-book/rules/judge-step.ts';
import { DELIVERY_STATUS_LABELS, UNDO_SECONDS } from '#areas/order-book/rules/delivery.ts';
import {
  DELIVERIES_KEY,
  type DeliveryStatusRequest,
  sendDeliveryReport,
  sendUndo,
} from '#areas/orders/web/portal/deliveries-queries.ts';

/** `isTold` null: as it is by default. */
type EndedBefore = { at: EndedAt; isTold: boolean | null };

export const NO_TIME_KNOWN: EndedBefore = { at: 'unknown', isTold: null };

/** For a day that has passed, or of today. */
type Ended = {
  delivery: Pick<DeliveryReply, 'date' | 'timeSlot'>;
  status: Ending;
  minuteOfDay?: number;
};

type EndedBeforeFieldsProps = {
  ended: readonly Ended[];
  value: EndedBefore;
  onChange: (value: EndedBefore) => void;
};

export function EndedBeforeFields({ ended, value, onChange }: EndedBeforeFieldsProps) {
  const told = useCountTold(ended, value);
  const { at, isTold } = value;
  const minute = typeof at === 'object' ? at.minuteOfDay : null;
  const count = ended.length;
  return (
    <div className="grid gap-4">
      <PillChoice
        legend="When?"
        value={typeof at === 'object' ? 'at' : at}
        pills={[
          { value: 'in_window', label: 'Each in its window' },
          { value: 'at', label: 'At…' },
          { value: 'unknown', label: 'Not known' },
        ]}
        onChange={(chosen) =>
          onChange({ ...value, at: chosen === 'at' ? { minuteOfDay: 12 * 60 } : chosen })
        }
      />
      {minute !== null && (
        <TextField
          label="Time"
          type="time"
          value={showTime(minute)}
          onChange={({ target }) => {
            const typed = readTime(target.value);
            if (!Number.isNaN(typed)) onChange({ ...value, at: { minuteOfDay: typed } });
          }}
        />
      )}
      <div className="grid gap-1">
        <Switch
          label={count === 1 ? 'Tell the customer' : `Tell the customers (${count})`}
          checked={isTold ?? told > 0}
          onChange={(checked) => onChange({ ...value, isTold: checked })}
        />
        <p className="text-sm text-ink-soft">{toldText(told, count)}</p>
      </div>
    </div>
  );
}

function toldText(told: number, count: number): string {
  if (told === 0) return 'Nobody is told.';
  const who = told === count ? '' : ` To ${told} of ${count}: for the others it is no longer news.`;
  return `By email: “We wrote down today that your delivery of …”, without a time.${who}`;
}

function useCountTold(ended: readonly Ended[], { at, isTold }: EndedBefore): number {
  const { timeZone } = useConfig().business;
  const wall = useKitchenTime();
  if (isTold !== null) return isTold ? ended.length : 0;
  if (wall === null) return 0;
  const now = instantOf(wall, timeZone);
  return ended.filter(({ delivery: { date, timeSlot }, status, minuteOfDay }) =>
    isToldByDefault(
      status,
      {
        slots: [{ date, window: timeSlot }],
        at: minuteOfDay === undefined ? at : { minuteOfDay },
      },
      { now, timeZone },
    ),
  ).length;
}

export type ReportOutcome = {
  /** "3 deliveries: packed." */
  done: string;
  /** Null: nothing to take back, or too late. */
  changeId: string | null;
  /** By delivery: why it stayed as it was. */
  refused: ReadonlyMap<number, string>;
  /** What of it may be said again, and confirmed. Null: nothing. */
  toConfirm: { sent: Sent; reasons: ReadonlyMap<number, string> } | null;
};

export type Sent = Pick<DeliveryStatusRequest, 'status' | 'reason' | 'place' | 'confirm'> & {
  deliveries: readonly (Pick<DeliveryReply, 'id' | 'version' | 'date'> & {
    /** How this one ended, when not as all. */
    ended?: { status: Ending; reason: string; minuteOfDay?: number };
    isShort?: number[];
  })[];
  /** For a day that has passed. `isTold` null: those for whom it is news. */
  ended?: EndedBefore;
};

const REFRESHED = [{ queryKey: DELIVERIES_KEY }];

/** Reports many deliveries at once; what it changed can be taken back for ten seconds. */
export function useReportDeliveries(onDone: (outcome: ReportOutcome) => void) {
  const { timeZone } = useConfig().business;
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  const report = useChange(
    ({ deliveries, ended, ...sent }: Sent) =>
      sendDeliveryReport({
        ...sent,
        ...(ended && ended.isTold !== null && { notify: ended.isTold }),
        ...(typeof ended?.at === 'string' && { when: ended.at }),
        deliveries: deliveries.map(({ id, version, date, ended: own, isShort }) => {
          const { minuteOfDay, ...ending } = own ?? {};
          const at = minuteOfDay === undefined ? ended?.at : { minuteOfDay };
          return {
            id,
            version,
            ...ending,
            ...(isShort && { isShort }),
            ...(typeof at === 'object' && {
              at: new Date(instantOfEnding(date, at, timeZone)).toISOString(),
            }),
          };
        }),
      }),
    {
      onDone(reply, sent) {
        const what = DELIVERY_STATUS_LABELS[sent.status].toLowerCase();
        const next = { ...outcomeOf(reply, what), toConfirm: toConfirmIn(reply, sent) };
        setOutcome(next);
        onDone(next);
      },
      onFailure: (failure) => setOutcome(failed(failure)),
      refresh: REFRESHED,
    },
  );
  const undo = useChange(sendUndo, {
    onDone: (reply) => setOutcome({ ...outcomeOf(reply, 'as before'), changeId: null }),
    onFailure: (failure) => setOutcome(failed(failure)),
    refresh: REFRESHED,
  });
  useEffect(() => {
    if (outcome === null || outcome.changeId === null) return undefined;
    const timer = setTimeout(
      () => setOutcome((now) => now && { ...now, changeId: null }),
      UNDO_SECONDS * 1000,
    );
    return () => clearTimeout(timer);
  }, [outcome]);

  return {
    report: report.run,
    undo: () => {
      if (outcome?.changeId) undo.run(outcome.changeId);
    },
    outcome,
    dismiss: () => setOutcome(null),
    leaveUnconfirmed: () => setOutcome((now) => now && { ...now, toConfirm: null }),
    isBusy: report.isBusy || undo.isBusy,
    /** Why nothing was reported at all. */
    failure: report.failure,
  };
}

function outcomeOf({ changeId, results }: DeliveryChangesReply, what: string): ReportOutcome {
  const changed = results.filter(({ ok }) => ok).length;
  const refused = results.filter(({ ok }) => !ok);
  const noun = changed === 1 ? 'delivery' : 'deliveries';
  return {
    done: changed === 0 ? 'Nothing changed.' : `${changed} ${noun}: ${what}.`,
    changeId: changed === 0 ? null : changeId,
    refused: new Map(refused.map(({ id, message = '' }) => [id, message])),
    toConfirm: null,
  };
}

/** Those that can be confirmed, with everything that was confirmed before. */
function toConfirmIn({ results }: DeliveryChangesReply, sent: Sent): ReportOutcome['toConfirm'] {
  const asked = results.filter(({ canConfirm }) => canConfirm);
  if (asked.length === 0) return null;
  const missingOf = new Map(asked.map(({ id, missing }) => [id, missing]));
  const codes = asked.flatMap(({ code }) => CONFIRMABLE.find((one) => one === code) ?? []);
  return {
    sent: {
      ...sent,
      deliveries: sent.deliveries
        .filter(({ id }) => missingOf.has(id))
        .map((delivery) => {
          const missing = missingOf.get(delivery.id);
          return missing ? { ...delivery, isShort: missing.map(({ itemId }) => itemId) } : delivery;
        }),
      confirm: [...new Set([...(sent.confirm ?? []), ...codes])],
    },
    reasons: new Map(asked.map(({ id, message = '' }) => [id, message])),
  };
}

function failed({ message }: Failure): ReportOutcome {
  return { done: message, changeId: null, refused: new Map(), toConfirm: null };
}
