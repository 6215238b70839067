import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { ListPage, useAddressValue } from '#platform/web/portal/list-page.tsx';
import { problemsQuery } from '#areas/customers/web/portal/customers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import {
  type StaffProblemReply,
  listProblemWindows,
  decideProblem,
  getProblemPhoto,
} from '#areas/customers/calls/aftercare.ts';
import { PROBLEM_KIND_LABELS, LONGEST_PROBLEM_ANSWER } from '#areas/customers/rules/problems.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { ProblemDecision } from '#areas/order-book/rules/problem-kinds.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { addressOf } from '#platform/web/api/client.ts';
import type { z } from 'zod';

export function ProblemsTab() {
  const [given, setState] = useAddressValue('state');
  const state = given === 'decided' ? 'decided' : 'open';
  return (
    <ListPage
      title="Problems"
      what="the problems"
      actions={
        <SelectField
          label="Show"
          value={state}
          onChange={({ currentTarget: { value } }) => setState(value === 'decided' ? value : '')}
        >
          <option value="open">To decide</option>
          <option value="decided">Decided</option>
        </SelectField>
      }
      list={useQuery(problemsQuery({ state }))}
      rowsOf={({ problems }) => problems}
      empty={
        <EmptyState title={state === 'open' ? 'No problems to decide' : 'No problems decided yet'}>
          Customers report problems on their order’s page, from the delivery on.
        </EmptyState>
      }
    >
      {(problems) => (
        <ul className="grid gap-4">
          {problems.map((problem) => (
            <ProblemCard key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function ProblemCard({ problem }: { problem: StaffProblemReply }) {
  const formatInstant = useFormatInstant();
  const mayDecide = useMayDo('decideProblems');
  const [isDeciding, setDeciding] = useState(false);
  const { kind, text, isUrgent, isLate, createdAt, dueAt, decided } = problem;
  return (
    <Card
      as="li"
      className={classNames('grid gap-3', isUrgent && !decided && 'border-danger! bg-danger-soft!')}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-lg">{PROBLEM_KIND_LABELS[kind]}</h3>
        {isUrgent && <Badge variant="destructive">Urgent</Badge>}
        {isLate && <Badge variant="secondary">Late</Badge>}
      </div>
      <p>
        {problem.customerName},{' '}
        <a href={paths.phone(formatPhone(problem.phone))} className="whitespace-nowrap underline">
          {formatPhone(problem.phone)}
        </a>
        , order <OrderLink id={problem.orderId} orderNumber={problem.orderNumber} />
      </p>
      <Items items={problem.items} />
      {text !== '' && (
        <blockquote className="border-l-4 border-line pl-3 wrap-anywhere whitespace-pre-line">
          {text}
        </blockquote>
      )}
      <Photos problem={problem} />
      <p className="text-sm text-ink-soft">
        Reported {formatInstant(createdAt)}
        {!decided && `, answer promised by ${formatInstant(dueAt)}`}
      </p>
      {decided && <Decided decided={decided} />}
      {!decided && mayDecide && (
        <Button size="small" className="justify-self-start" onClick={() => setDeciding(true)}>
          Decide<VisuallyHidden> the problem of {problem.customerName}</VisuallyHidden>
        </Button>
      )}
      {isDeciding && <DecideProblemDialog problem={problem} onClose={() => setDeciding(false)} />}
    </Card>
  );
}

function Items({ items }: Pick<StaffProblemReply, 'items'>) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item.id}>
          <strong>{item.mealName}</strong> for {item.personName}, {formatDayAndMonth(item.date)}, $
          {item.price}
          {item.isRefunded && ' (refunded)'}
          {item.allergens.length > 0 && (
            <span className="font-semibold text-danger">
              {' '}
              {item.personName} is allergic to {item.allergens.join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Photos({ problem: { id, photos } }: { problem: StaffProblemReply }) {
  if (photos.length === 0) return null;
  const addressOfPhoto = (photo: string) =>
    addressOf(getProblemPhoto, { params: { id: String(id), photo } });
  return (
    <ul className="flex flex-wrap gap-3">
      {photos.map((photo, index) => (
        <li key={photo}>
          <a href={addressOfPhoto(photo)} target="_blank" rel="noreferrer">
            <img
              src={addressOfPhoto(photo)}
              alt={`What the customer photographed, ${index + 1} of ${photos.length}`}
              className="h-32 w-auto rounded-xl"
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Decided({ decided }: { decided: NonNullable<StaffProblemReply['decided']> }) {
  const formatInstant = useFormatInstant();
  const { decision, refund, refundState, date, window, answer, by, at } = decided;
  return (
    <div className="grid gap-1 border-l-4 border-primary pl-3">
      <p className="font-semibold">
        {decision === 'refund' && `Refunded $${refund ?? '0.00'} (${refundState ?? 'requested'})`}
        {decision === 'new_delivery' &&
          date &&
          window &&
          `Brought again ${formatDate(date)}, ${windowLabel(window)}`}
        {decision === 'answer' && 'Answered'}
      </p>
      {answer !== '' && <p className="wrap-anywhere whitespace-pre-line">{answer}</p>}
      <p className="text-sm wrap-anywhere text-ink-soft">
        {by}, {formatInstant(at)}
      </p>
    </div>
  );
}

const BUTTONS: Record<ProblemDecision, string> = {
  refund: 'Refund',
  new_delivery: 'Bring again',
  answer: 'Send answer',
};

/** One decision for one problem: the customer gets one email that says it. */
function DecideProblemDialog({
  problem,
  onClose,
}: {
  problem: StaffProblemReply;
  onClose: () => void;
}) {
  const params = { id: String(problem.id) };
  const refundable = problem.items.filter(({ isRefunded }) => !isRefunded);
  const [decision, setDecision] = useState<ProblemDecision>(
    refundable.length > 0 ? 'refund' : 'answer',
  );
  const [itemIds, setItemIds] = useState<readonly number[]>(refundable.map(({ id }) => id));
  const [slot, setSlot] = useState('');
  const [answer, setAnswer] = useState('');
  const windows = useQuery(
    freshQuery(['problem-windows', problem.id], listProblemWindows, { params }),
  );
  const deciding = useChange(decideProblem, {
    refresh: [{}],
    says: () => ({
      title: 'Problem Decided',
      description: `${problem.customerName} gets an email.`,
      tone: 'success',
    }),
    onDone: onClose,
  });
  const first = windows.data?.windows[0];
  const chosenSlot = slot || (first ? `${first.date} ${first.window}` : '');
  const [date = '', deliveryWindow = ''] = chosenSlot.split(' ');
  const body: z.input<typeof decideProblem.body> =
    decision === 'answer'
      ? { decision, answer }
      : decision === 'refund'
        ? { decision, itemIds: [...itemIds], answer }
        : { decision, itemIds: [...itemIds], date, window: deliveryWindow, answer };
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
      go={() => deciding.run({ params, body })}
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
            <option key={window.date + window.window} value={`${window.date} ${window.window}`}>
              {formatDate(window.date)}, {windowLabel(window.window)}
            </option>
          ))}
        </SelectField>
      )}
      <TextAreaField
        label="Message to the customer"
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
