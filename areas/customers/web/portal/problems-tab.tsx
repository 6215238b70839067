import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { ListPage, useAddressValue } from '#platform/web/portal/list-page.tsx';
import {
  problemsQuery,
  problemPhotoAddress,
} from '#areas/customers/web/portal/customers-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { StaffProblemReply } from '#areas/customers/calls/problems.ts';
import { PROBLEM_KIND_LABELS } from '#areas/customers/rules/problems.ts';
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
import { DecideProblemDialog } from '#areas/customers/web/portal/decide-problem-dialog.tsx';

/** What customers reported as wrong, until each is decided. */
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
  return (
    <ul className="flex flex-wrap gap-3">
      {photos.map((photo, index) => (
        <li key={photo}>
          <a href={problemPhotoAddress(id, photo)} target="_blank" rel="noreferrer">
            <img
              src={problemPhotoAddress(id, photo)}
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
  const { decision, refund, refundState, date, timeSlot, answer, by, at } = decided;
  return (
    <div className="grid gap-1 border-l-4 border-primary pl-3">
      <p className="font-semibold">
        {decision === 'refund' && `Refunded $${refund ?? '0.00'} (${refundState ?? 'requested'})`}
        {decision === 'new_delivery' &&
          date &&
          timeSlot &&
          `Brought again ${formatDate(date)}, ${windowLabel(timeSlot)}`}
        {decision === 'answer' && 'Answered'}
      </p>
      {answer !== '' && <p className="wrap-anywhere whitespace-pre-line">{answer}</p>}
      <p className="text-sm wrap-anywhere text-ink-soft">
        {by}, {formatInstant(at)}
      </p>
    </div>
  );
}
