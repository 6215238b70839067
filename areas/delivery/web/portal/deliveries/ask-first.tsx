import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type DeliveryReply, LONGEST_REPORT_TEXT } from '#areas/orders/calls/deliveries.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { MISSED_REASONS } from '#areas/order-book/rules/at-the-door.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { EndedAt } from '#areas/delivery/rules/written-down-later.ts';
import { EndedBeforeFields, NO_TIME_KNOWN, useIsTold } from './ended-before.tsx';
import { peopleWithNeeds } from './describe-deliveries.ts';

export type Question = { deliveries: readonly DeliveryReply[]; status: ReportedStatus };

export type ReportAnswer = { reason: string; ended?: { at: EndedAt; isTold: boolean } };

/** What has to be asked before these are reported so: of a day that has passed, when it was. */
export function hasToAsk({ deliveries, status }: Question, today: PlainDate | null): boolean {
  if (status === 'missed') return true;
  if (status === 'delivered') return isOfThePast(deliveries, today);
  return status === 'packed' && deliveries.some((delivery) => peopleWithNeeds(delivery).length > 0);
}

type AskFirstProps = {
  question: Question | null;
  isBusy: boolean;
  today: PlainDate | null;
  onAnswer: (question: Question, answer: ReportAnswer) => void;
  onClose: () => void;
};

function isOfThePast(deliveries: readonly DeliveryReply[], today: PlainDate | null): boolean {
  return today !== null && deliveries.some(({ date }) => date < today);
}

export function AskFirst({ question, ...asked }: AskFirstProps) {
  if (question === null) return null;
  const shared = { question, ...asked };
  if (question.status === 'missed') return <WhyMissed {...shared} />;
  return question.status === 'delivered' ? (
    <WhenDelivered {...shared} />
  ) : (
    <CheckNeeds {...shared} />
  );
}

type AskProps = AskFirstProps & { question: Question };

function WhenDelivered({ question, isBusy, onAnswer, onClose }: AskProps) {
  const [ended, setEnded] = useState(NO_TIME_KNOWN);
  const { deliveries } = question;
  const isTold = useIsTold(deliveries, 'delivered', ended);
  const count = deliveries.length;
  return (
    <ActionDialog
      title={count === 1 ? 'Delivered?' : `${count} delivered?`}
      act="Delivered"
      change={{ isBusy: isBusy }}
      go={() => onAnswer(question, { reason: '', ended: { at: ended.at, isTold } })}
      onClose={onClose}
    >
      <EndedBeforeFields
        deliveries={deliveries}
        status="delivered"
        value={ended}
        onChange={setEnded}
      />
    </ActionDialog>
  );
}

function WhyMissed({ question, today, isBusy, onAnswer, onClose }: AskProps) {
  const [ended, setEnded] = useState(NO_TIME_KNOWN);
  const isTold = useIsTold(question.deliveries, 'missed', ended);
  const isPast = isOfThePast(question.deliveries, today);
  const [reason, setReason] = useState<string>(MISSED_REASONS[0]);
  const [words, setWords] = useState('');
  const count = question.deliveries.length;
  return (
    <ActionDialog
      title={count === 1 ? 'Not delivered?' : `${count} not delivered?`}
      act="Not delivered"
      change={{ isBusy: isBusy }}
      go={() =>
        onAnswer(question, {
          reason: reason || words,
          ...(isPast && { ended: { at: ended.at, isTold } }),
        })
      }
      onClose={onClose}
      danger
    >
      <SelectField
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      >
        {MISSED_REASONS.map((one) => (
          <option key={one}>{one}</option>
        ))}
        <option value="">Another reason</option>
      </SelectField>
      {reason === '' && (
        <TextField
          label="What happened?"
          hint="The customer reads this"
          value={words}
          maxLength={LONGEST_REPORT_TEXT}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {isPast && (
        <EndedBeforeFields
          deliveries={question.deliveries}
          status="missed"
          value={ended}
          onChange={setEnded}
        />
      )}
    </ActionDialog>
  );
}

/** Nobody packs an allergy by a tick over a whole list without having read it. */
function CheckNeeds({ question, isBusy, onAnswer, onClose }: AskProps) {
  const people = question.deliveries.flatMap((delivery) =>
    delivery.people
      .filter(({ name }) => peopleWithNeeds(delivery).includes(name))
      .map((person) => ({ ...person, stop: delivery.stop, deliveryId: delivery.id })),
  );
  return (
    <ActionDialog
      title="Check these bags first"
      act="Checked, all packed"
      change={{ isBusy: isBusy }}
      go={() =>
        onAnswer(question, {
          reason: `Allergies checked: ${people.map(({ name }) => name).join(', ')}`.slice(
            0,
            LONGEST_REPORT_TEXT,
          ),
        })
      }
      onClose={onClose}
    >
      <ul className="grid max-h-96 gap-2 overflow-y-auto">
        {people.map((person) => (
          <li key={`${person.deliveryId} ${person.name}`} className="break-words">
            <span className="font-bold">
              Stop {person.stop}, {person.name}
            </span>
            {saidOfNeeds(person)}
          </li>
        ))}
      </ul>
    </ActionDialog>
  );
}
