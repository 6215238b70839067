import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type CustomerReply,
  addCustomerNote,
  deleteCustomerNote,
} from '#areas/customers/calls/customers.ts';
import { useState } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { customerQuery, ratingsQuery } from './customers-queries.ts';
import { ShowMore } from '#platform/web/portal/list-page.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CustomerData } from '#areas/customers/web/customer-data.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { StatList, type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { KnownProblems } from '#areas/customers/web/known-problems.tsx';
import { allergyBand, dietsAndNote } from '#areas/order-book/rules/kitchen-bag.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { MergeCustomerDialog } from './merge-customer-dialog.tsx';
import { isText, MESSAGE_KIND_LABELS, type MessageState } from '#areas/messages/rules/messages.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { call } from '#platform/web/api/client.ts';

export function CustomerPage({ id }: { id: number }) {
  return (
    <section className="grid gap-5 py-5">
      <Link
        to={paths.admin({ tab: 'customers' })}
        className="justify-self-start underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
      >
        All customers
      </Link>
      <Loaded query={useQuery(customerQuery(id))} what="this customer" kind="detail">
        {(customer) => <Customer customer={customer} key={customer.id} />}
      </Loaded>
    </section>
  );
}

function Customer({ customer }: { customer: CustomerReply }) {
  const { name, email, orders, spent, refunded } = customer;
  const formatInstant = useFormatInstant();
  const mayMerge = useMayDo('eraseCustomers');
  return (
    <>
      <h2 className="text-xl break-words">{name}</h2>
      <CustomerFoodNeeds foodNeeds={customer.foodNeeds} />
      <StatList
        stats={[
          { label: orders === 1 ? 'Order' : 'Orders', value: orders },
          { label: 'Spent after refunds', value: amountInDollars(spent) },
          { label: 'Refunded', value: amountInDollars(refunded) },
          { label: 'First order', value: formatInstant(customer.firstOrderAt).split(',')[0] },
        ]}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-5">
          <KnownProblems filter={{ customer: String(customer.id) }} />
          <CustomerOrders orders={customer.orderList} />
          <KnownRatings customer={customer.id} />
          <CustomerNotes id={customer.id} notes={customer.notes} />
          <CustomerMessages messages={customer.messages} />
        </div>
        <Card as="section" aria-label="Contact" className="grid min-w-0 gap-3">
          <h3 className="text-lg">Contact</h3>
          <EmailAddress address={email} />
          {customer.emails
            .filter((other) => other !== email.toLowerCase())
            .map((other) => (
              <EmailAddress key={other} address={other} />
            ))}
          <ul className="grid gap-1">
            {customer.phones.map((phone) => (
              <li key={phone}>
                <a href={paths.phone(formatPhone(phone))} className="underline underline-offset-4">
                  {formatPhone(phone)}
                </a>
              </li>
            ))}
          </ul>
          <ul className="grid gap-1">
            {customer.addresses.map((address) => (
              <li key={address} className="break-words">
                {address}
              </li>
            ))}
          </ul>
          {customer.waitlist.map(({ suburb, joinedAt }) => (
            <p key={joinedAt}>
              On the waitlist for {suburb} since {formatInstant(joinedAt)}
            </p>
          ))}
          <SamePhone others={customer.samePhone} />
          {mayMerge && <MergeButton customer={customer} />}
          <CustomerData name={name} email={email} />
        </Card>
      </div>
    </>
  );
}

function SamePhone({ others }: { others: CustomerReply['samePhone'] }) {
  if (others.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-soft">Also order with this phone</p>
      <ul className="grid gap-1">
        {others.map(({ id, name, email }) => (
          <li key={id} className="break-words">
            <Link
              to={paths.admin({ tab: 'customers', customer: id })}
              className="underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {name}
            </Link>{' '}
            <span className="text-sm break-all text-ink-soft">{email}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was told in any order within a year, before anything else about the customer. */
function CustomerFoodNeeds({ foodNeeds }: Pick<CustomerReply, 'foodNeeds'>) {
  if (foodNeeds.length === 0) return null;
  return (
    <section
      aria-label="Allergies and diets"
      className="grid gap-2 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      {foodNeeds.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
      <p className="text-sm">
        From all orders of the last 12 months together. The latest order may say less: ask the
        customer.
      </p>
    </section>
  );
}

/** What a customer says of meals; nothing while they said nothing. `customer`: any of their orders. */
function KnownRatings({ customer }: { customer: number }) {
  const seesRatings = useMayDo('seeRatings');
  const list = useInfiniteQuery({
    ...ratingsQuery({ customer: String(customer) }),
    enabled: seesRatings,
  });
  const ratings = list.data?.pages.flatMap((page) => page.ratings) ?? [];
  if (ratings.length === 0) return null;
  return (
    <Card as="section" className="grid gap-2">
      <h3 className="text-lg">Ratings</h3>
      <ul className="grid gap-1">
        {ratings.map(({ id, stars, mealName, comment }) => (
          <li key={id} className="wrap-anywhere">
            <span aria-hidden="true">{'★'.repeat(stars)}</span>
            <span className="sr-only">{stars} of 5 stars</span> {mealName}
            {comment === null ? ' (words hidden)' : comment !== '' && `: ${comment}`}
          </li>
        ))}
      </ul>
      <ShowMore list={list} more="ratings" />
    </Card>
  );
}

function MergeButton({ customer }: { customer: CustomerReply }) {
  const [isMerging, setIsMerging] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-4 justify-self-start max-md:min-h-11"
        onClick={() => setIsMerging(true)}
      >
        Merge with another customer
      </Button>
      {isMerging && (
        <MergeCustomerDialog
          id={customer.id}
          suggestedEmail={customer.samePhone[0]?.email ?? ''}
          onClose={() => setIsMerging(false)}
        />
      )}
    </>
  );
}

const STATES: Record<MessageState, string> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  kept: 'Saved, not sent',
  failed: 'Not sent',
  withdrawn: 'Withdrawn',
};

function CustomerMessages({ messages }: Pick<CustomerReply, 'messages'>) {
  const formatInstant = useFormatInstant();
  return (
    <section className="grid gap-3" aria-label="Emails and texts">
      <h3 className="text-lg">Emails and texts</h3>
      {messages.length === 0 && <p className="text-ink-soft">No emails or texts yet.</p>}
      <ul className="grid gap-2">
        {messages.map(({ id, kind, channel, state, at, orderNumber }) => (
          <li key={id} className="border-l-2 border-line pl-3">
            <p>
              {isText(channel) ? 'Text' : 'Email'} “{MESSAGE_KIND_LABELS[kind]}”
              {orderNumber !== null && ` about ${orderNumber}`}
            </p>
            <p className="text-sm text-ink-soft">
              <span className={state === 'failed' ? 'text-danger' : undefined}>
                {STATES[state]}
              </span>
              , {formatInstant(at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type CustomerOrder = CustomerReply['orderList'][number];

function CustomerOrders({ orders }: { orders: readonly CustomerOrder[] }) {
  const formatInstant = useFormatInstant();
  const columns: Column<CustomerOrder>[] = [
    {
      name: 'number',
      header: 'Order',
      cell: ({ id, orderNumber }) => <OrderLink id={id} orderNumber={orderNumber} />,
    },
    {
      name: 'placed',
      header: 'Placed',
      cell: ({ createdAt }) => formatInstant(createdAt),
    },
    {
      name: 'deliveries',
      header: 'Deliveries',
      cell: ({ deliveryDates }) => deliveryDates.map(formatDayAndMonth).join(', '),
    },
    { name: 'status', header: 'Status', cell: ({ status }) => status },
    {
      name: 'total',
      header: 'Total',
      align: 'end',
      cell: ({ total, refunded }) => (
        <>
          {amountInDollars(total)}
          {refunded !== '0.00' && (
            <span className="block text-xs text-ink-soft">
              {amountInDollars(refunded)} refunded
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <section className="grid gap-3" aria-label="Their orders">
      <h3 className="text-lg">Orders</h3>
      <DataTable
        caption="Orders of this customer, newest first"
        columns={columns}
        rows={orders}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

type Note = CustomerReply['notes'][number];

function CustomerNotes({ id, notes }: { id: number; notes: readonly Note[] }) {
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: 'Please enter a note' } : {}),
    send: (body) => call(addCustomerNote, { params: { id: String(id) }, body }),
    refresh: [customerQuery(id)],
    onDone: () => form.reset(),
  });
  return (
    <section className="grid gap-3" aria-label="Notes">
      <h3 className="text-lg">Notes</h3>
      {notes.length === 0 && <p className="text-ink-soft">No notes yet.</p>}
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <NoteItem key={note.id} id={id} note={note} />
          ))}
        </ul>
      )}
      <form {...form.props} className="grid gap-3">
        <TextAreaField
          label="New note"
          hint="For staff. It is part of the data that a customer may ask for."
          rows={2}
          {...form.text('text')}
        />
        <FailureNotice failure={form.failure} />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={form.isBusy}
          busyLabel="Adding…"
        >
          Add note
        </Button>
      </form>
    </section>
  );
}

function NoteItem({ id, note }: { id: number; note: Note }) {
  const formatInstant = useFormatInstant();
  const removal = useChange(deleteCustomerNote, {
    refresh: [customerQuery(id)],
    toastsFailure: true,
  });
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <p className="break-words whitespace-pre-wrap">{note.text}</p>
      <p className="text-sm break-words text-ink-soft">
        {note.writtenBy}, {formatInstant(note.at)}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="-ml-4 justify-self-start max-md:min-h-11"
        busy={removal.isBusy}
        busyLabel="Deleting…"
        onClick={() => removal.run({ params: { id: String(id), noteId: String(note.id) } })}
      >
        Delete<VisuallyHidden> the note “{note.text.slice(0, 40)}”</VisuallyHidden>
      </Button>
    </li>
  );
}
