import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type DeliveryReply, LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import { MISSED_REASONS } from '#areas/order-book/rules/missed-choice-kinds.ts';
import {
  DELIVERY_STATUS_LABELS,
  REPORTED_STATUSES,
  type ReportedStatus,
} from '#areas/order-book/rules/delivery-status.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { EndedBeforeFields, NO_TIME_KNOWN } from './ended-before.tsx';
import type { Sent } from './use-report-deliveries.ts';

type CorrectEndingDialogProps = {
  delivery: DeliveryReply;
  today: PlainDate | null;
  isBusy: boolean;
  onCorrect: (sent: Sent) => void;
  onClose: () => void;
};

/** For a delivery whose ending was reported wrongly: what is so instead, and why. */
export function CorrectEndingDialog({
  delivery,
  today,
  isBusy,
  onCorrect,
  onClose,
}: CorrectEndingDialogProps) {
  const { status: was } = delivery;
  const [status, setStatus] = useState<ReportedStatus>('out');
  const [reason, setReason] = useState('');
  const [place, setPlace] = useState('');
  const [ended, setEnded] = useState(NO_TIME_KNOWN);
  const ending = status === 'delivered' || status === 'missed' ? status : null;
  // What is told of a day that has passed is asked for; left somewhere else keeps its time.
  const isPast = ending !== null && ending !== was && today !== null && delivery.date < today;
  const isElsewhere = status === 'delivered' && was === 'delivered';
  const isMissing = reason.trim() === '' || (isElsewhere && place.trim() === '');
  return (
    <ActionDialog
      title="What happened?"
      act="Correct it"
      keep="Back"
      change={{ isBusy: isBusy }}
      isReady={!isMissing}
      go={() =>
        onCorrect({
          deliveries: [delivery],
          status,
          reason,
          ...(status === 'delivered' && { place }),
          ...(isPast && { ended }),
        })
      }
      onClose={onClose}
    >
      <SelectField
        label="This delivery is"
        value={status}
        onChange={({ target }) => {
          setStatus(REPORTED_STATUSES.find((one) => one === target.value) ?? status);
          setReason('');
        }}
      >
        {REPORTED_STATUSES.filter((one) => one !== 'missed' || was !== 'missed').map((one) => (
          <option key={one} value={one}>
            {one === was ? 'Delivered, left somewhere else' : DELIVERY_STATUS_LABELS[one]}
          </option>
        ))}
      </SelectField>
      {status === 'delivered' && (
        <TextField
          label={isElsewhere ? 'Where was it left?' : 'Where was it left? (optional)'}
          hint="The customer reads this"
          value={place}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={({ target }) => setPlace(target.value)}
        />
      )}
      {status === 'missed' ? (
        <SelectField
          label="Reason"
          hint="The customer reads this"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        >
          <option value="">Choose…</option>
          {MISSED_REASONS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label="Why it was wrong"
          hint="Kept in its history"
          value={reason}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {isPast && (
        <EndedBeforeFields
          ended={[{ delivery, status: ending }]}
          value={ended}
          onChange={setEnded}
        />
      )}
      <p className="text-sm text-ink-soft">
        Customers who got the wrong message are told that it was wrong.
      </p>
    </ActionDialog>
  );
}
