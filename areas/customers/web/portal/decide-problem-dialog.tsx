import { useQuery } from '@tanstack/react-query';
import type { StaffProblemReply } from '#areas/customers/calls/problems.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import { LONGEST_PROBLEM_ANSWER } from '#areas/customers/rules/problems.ts';
import type { ProblemDecision } from '#areas/order-book/rules/problem-kinds.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import {
  problemWindowsQuery,
  sendProblemDecision,
  type SentDecision,
} from './customers-queries.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

const BUTTONS: Record<ProblemDecision, string> = {
  refund: 'Refund',
  new_delivery: 'Bring again',
  answer: 'Send answer',
};

/** One decision for one problem: the customer gets one email that says it. */
export function DecideProblemDialog({
  problem,
  onClose,
}: {
  problem: StaffProblemReply;
  onClose: () => void;
}) {
  const refundable = problem.items.filter(({ isRefunded }) => !isRefunded);
  const [decision, setDecision] = useState<ProblemDecision>(
    refundable.length > 0 ? 'refund' : 'answer',
  );
  const [itemIds, setItemIds] = useState<readonly number[]>(refundable.map(({ id }) => id));
  const [slot, setSlot] = useState('');
  const [answer, setAnswer] = useState('');
  const windows = useQuery(problemWindowsQuery(problem.id));
  const deciding = useChange((body: SentDecision) => sendProblemDecision(problem.id, body), {
    refresh: [{}],
    says: () => ({
      title: 'Problem Decided',
      description: `${problem.customerName} gets an email.`,
      tone: 'success',
    }),
    onDone: onClose,
  });
  const first = windows.data?.windows[0];
  const chosenSlot = slot || (first ? `${first.date} ${first.timeSlot}` : '');
  const [date = '', timeSlot = ''] = chosenSlot.split(' ');
  const body: SentDecision =
    decision === 'answer'
      ? { decision, answer }
      : decision === 'refund'
        ? { decision, itemIds: [...itemIds], answer }
        : { decision, itemIds: [...itemIds], date, timeSlot, answer };
  const isReady =
    decision === 'answer'
      ? answer.trim() !== ''
      : itemIds.length > 0 && (decision === 'refund' || chosenSlot !== '');
  return (
    <ActionDialog
      title={`Decide the problem of ${problem.customerName}`}
      act={BUTTONS[decision]}
      change={deciding}
      busyLabel="Sending…"
      isReady={isReady}
      go={() => deciding.run(body)}
      onClose={onClose}
    >
      <ChoiceCards
        legend="Decision"
        columns={1}
        value={decision}
        choices={[
          { value: 'refund', label: 'Refund meals', disabled: refundable.length === 0 },
          { value: 'new_delivery', label: 'Bring meals again, without charge' },
          { value: 'answer', label: 'Answer only' },
        ]}
        onChange={setDecision}
      />
      {decision !== 'answer' && (
        <DecidedItems
          items={decision === 'refund' ? refundable : problem.items}
          value={itemIds}
          onChange={setItemIds}
        />
      )}
      {decision === 'new_delivery' && (
        <SelectField
          label="New delivery"
          hint={
            windows.data?.windows.length === 0 ? 'No window is free in the next 7 days.' : undefined
          }
          value={chosenSlot}
          onChange={({ currentTarget }) => setSlot(currentTarget.value)}
        >
          {windows.data?.windows.map((window) => (
            <option key={window.date + window.timeSlot} value={`${window.date} ${window.timeSlot}`}>
              {formatDate(window.date)}, {windowLabel(window.timeSlot)}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label="Words to the customer"
        optional={decision !== 'answer'}
        rows={4}
        maxLength={LONGEST_PROBLEM_ANSWER}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
      {windows.error && (
        <Notice tone="error" announce="now">
          <p>{describeFailure(windows.error)}</p>
        </Notice>
      )}
    </ActionDialog>
  );
}

type DecidedItemsProps = Pick<StaffProblemReply, 'items'> & {
  value: readonly number[];
  onChange: (itemIds: readonly number[]) => void;
};

function DecidedItems({ items, value, onChange }: DecidedItemsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Meals</legend>
      <div className="flex flex-wrap gap-2">
        {items.map(({ id, mealName, personName, price }) => {
          const isChosen = value.includes(id);
          return (
            <CheckChip
              key={id}
              checked={isChosen}
              onToggle={() =>
                onChange(isChosen ? value.filter((one) => one !== id) : [...value, id])
              }
            >
              {mealName} for {personName}, ${price}
            </CheckChip>
          );
        })}
      </div>
    </fieldset>
  );
}
