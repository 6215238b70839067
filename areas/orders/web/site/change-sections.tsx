import { type ReactNode, useRef, useState } from 'react';
import type { OrderToChangeReply, ChangeQuoteReply } from '#areas/order-book/calls/order-change.ts';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import { textsToRead, useOrderQuestions } from '#areas/checkout/web/site/order-bar.tsx';
import type {
  OrderDraft,
  RecipientDraft,
  CustomerDraft,
} from '#areas/order-book/rules/order-draft.ts';
import {
  recipientDraftProblems,
  type CustomerField,
} from '#areas/order-book/rules/check-customer.ts';
import type { OpenCell } from '#areas/checkout/web/site/order-meals/meal-placing.ts';
import { OrderNotices } from '#areas/checkout/web/site/order/order-notices.tsx';
import { useOrder, DeferredOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import {
  CHANGE_PARTS,
  type WaysOn,
  ChangeProblem,
} from '#areas/orders/web/site/change-problem.tsx';
import { type useSendChange, useChangeQuote } from '#areas/orders/web/site/change-kitchen.ts';
import { OrderPeople, useRemovePeople } from '#areas/checkout/web/site/people-list.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DeliverySection } from '#areas/checkout/web/site/delivery-section.tsx';
import { ChoosingTable } from '#areas/checkout/web/site/order-meals/choosing-table.tsx';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { RecipientField } from '#areas/business/rules/recipient.ts';
import {
  PresentFields,
  RecipientFields,
  DeliveryPreferenceFields,
} from '#areas/checkout/web/site/delivery-fields.tsx';
import { personKey } from '#platform/rules/customer-name.ts';
import {
  AddressFields,
  CustomerTextField,
  NameFields,
} from '#areas/checkout/web/site/customer-fields.tsx';
import { problemsOfChange, toOrderToChange } from '#areas/orders/web/site/change-draft.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { changeWithout, type ItemToChange } from '#areas/orders/rules/order-to-change.ts';
import { QuotedChange } from '#areas/orders/web/site/review-change.tsx';

type ChangeSectionsProps = {
  order: OrderToChangeReply;
  before: OrderDraft;
  menuToday: OrderMenu;
  shown: OpenCell | null;
  sending: ReturnType<typeof useSendChange>;
  ways: WaysOn;
};

export function ChangeSections(props: ChangeSectionsProps) {
  const { order, before, menuToday, shown, sending, ways } = props;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 **:scroll-mb-36">
      <OrderNotices />
      <LockedDeliveries {...order} />
      <section
        id={CHANGE_PARTS.meals}
        aria-label="Meals and delivery"
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
      >
        <ChangeTable menuToday={menuToday} shown={shown} />
      </section>
      <Fold id={CHANGE_PARTS.people} title="People and allergies">
        <ChangePeople />
      </Fold>
      <Fold id={CHANGE_PARTS.details} title="Address, phone and instructions">
        <ChangeDetails before={before.customer} known={order.customer} />
      </Fold>
      {order.recipient && (
        <Fold
          id={CHANGE_PARTS.recipient}
          title={order.recipient.isGift ? 'Who gets the present' : 'Who gets the food'}
        >
          <ChangeRecipient />
        </Fold>
      )}
      <NoteQuestions before={before} />
      <Fold id={CHANGE_PARTS.cancel} title="Cancel something">
        <CancelParts order={order} sending={sending} ways={ways} />
      </Fold>
    </div>
  );
}

function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-12 items-center gap-2">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        <h2 className="text-xl">{title}</h2>
      </summary>
      <div id={id} className="pt-3">
        {children}
      </div>
    </details>
  );
}

/** As in the wizard: what a note says of food is asked where it is new, or its person may have by now what it names. */
function NoteQuestions({ before }: Pick<ChangeSectionsProps, 'before'>) {
  const { draft } = useOrder();
  const { people } = before;
  const { questions, ways } = useOrderQuestions(textsToRead(draft), {
    texts: textsToRead(before),
    people,
  });
  return <FoodQuestions id={CHANGE_PARTS.questions} questions={questions.flat()} {...ways} />;
}

function ChangePeople() {
  const { draft, facts } = useOrder();
  const { remove, resize } = useRemovePeople();
  const { people } = draft;

  return (
    <div className="grid gap-4">
      <OrderPeople remove={remove} />
      {people.length < facts.people.max && (
        <div className="grid justify-items-start gap-1">
          <Button variant="secondary" size="small" onClick={() => resize(people.length + 1)}>
            Add a person
          </Button>
          <p className="text-sm text-ink-soft">Then choose their meals in the table above.</p>
        </div>
      )}
    </div>
  );
}

type ChangeTableProps = {
  menuToday: OrderMenu;
  shown: OpenCell | null;
};

function ChangeTable({ menuToday, shown }: ChangeTableProps) {
  const delivery = useRef<HTMLElement>(null);
  return (
    <>
      <ChoosingTable
        menuToday={menuToday}
        shown={shown}
        onDone={() => delivery.current?.scrollIntoView({ block: 'start' })}
      />
      <DeferredOrder>
        <DeliverySection ref={delivery} />
      </DeferredOrder>
    </>
  );
}

function LockedDeliveries({ deliveries, items }: Pick<OrderToChangeReply, 'deliveries' | 'items'>) {
  const { business } = useConfig();
  return deliveries.map(({ date, window, whyLocked }) => {
    if (whyLocked === null) return null;
    const itemsOnIt = items.filter(
      (item) => item.deliveryDate === date && item.deliveryWindow === window,
    );
    return (
      <Card as="section" key={date + window} className="grid gap-2">
        <h2 className="text-xl">
          {formatDate(date)}, {windowLabel(window)}
        </h2>
        <p>
          <strong>Can’t be changed here.</strong> {whyLocked}
        </p>
        <ul className="grid gap-0.5 text-sm text-ink-soft">
          {itemsOnIt.map(({ id, mealName, personName, mealType }) => (
            <li key={id}>
              {mealName} (<PersonName name={personName} />, {serviceOf(mealType, business).name})
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}

function ChangeRecipient() {
  const { draft, dispatch } = useOrder();
  const { recipient, customer } = draft;
  const [left, setLeft] = useState<ReadonlySet<RecipientField>>(new Set());
  if (!recipient) return null;
  const problems = Object.fromEntries(
    Object.entries(recipientDraftProblems(recipient)).filter(
      ([field]) => field === 'news' || left.has(field as RecipientField),
    ),
  );

  function edit(changes: Partial<RecipientDraft>) {
    if (!recipient) return;
    dispatch({ type: 'recipient edited', recipient: { ...recipient, ...changes } });
    setLeft((fields) => fields.difference(new Set(Object.keys(changes) as RecipientField[])));
  }

  const fields = {
    recipient,
    problems,
    onEdit: edit,
    onLeave: (field: RecipientField) => setLeft((others) => new Set([...others, field])),
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <RecipientFields {...fields} />
      <PresentFields {...fields} payerName={`${customer.firstName} ${customer.lastName}`.trim()} />
    </div>
  );
}

type ChangeDetailsProps = {
  before: CustomerDraft;
  known: Pick<OrderToChangeReply['customer'], 'email' | 'phoneEnd'>;
};

/** Where it goes and whom we call. The email address stays: it is how the owner of the order is known. */
function ChangeDetails({ before, known }: ChangeDetailsProps) {
  const { draft, dispatch, facts } = useOrder();
  const { customer } = draft;
  const [left, setLeft] = useState<ReadonlySet<CustomerField>>(new Set());
  const problems = Object.fromEntries(
    Object.entries(problemsOfChange(before, customer, facts)).filter(([field]) =>
      left.has(field as CustomerField),
    ),
  );

  function edit(changes: Partial<CustomerDraft>) {
    dispatch({ type: 'customer edited', changes });
    setLeft((fields) => fields.difference(new Set(Object.keys(changes) as CustomerField[])));
  }

  const fields = {
    customer,
    problems,
    onEdit: edit,
    onLeave: (field: CustomerField) => setLeft((others) => new Set([...others, field])),
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <AddressFields {...fields} facts={facts} />
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-serif text-xl font-semibold">Contact</legend>
        <NameFields {...fields} />
        <CustomerTextField
          {...fields}
          field="phone"
          label="New phone number"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={`We have the number that ends in ${known.phoneEnd}. Leave this empty to keep it.`}
        />
        <p className="text-sm wrap-anywhere text-ink-soft">
          Emails go to {known.email}. To change that, call us on{' '}
          <span className="whitespace-nowrap">{facts.phone}</span>.
        </p>
      </fieldset>
      <DeliveryPreferenceFields {...fields} />
    </div>
  );
}

type SectionPart = {
  /** "Cancel Tue 13 Jan". */
  label: string;
  title: string;
  what: string;
  isTakenOff: (item: ItemToChange) => boolean;
};

type CancelPartsProps = {
  order: OrderToChangeReply;
  sending: Pick<ReturnType<typeof useSendChange>, 'send' | 'reset' | 'isSending' | 'error'>;
  ways: WaysOn;
};

/** One delivery, one person, or everything: each one action, whatever is on the table. */
function CancelParts({ order, sending, ways }: CancelPartsProps) {
  const [part, setPart] = useState<SectionPart | null>(null);
  const open = (one: SectionPart) => {
    sending.reset();
    setPart(one);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p>Cancelling takes effect at once, whatever else you’ve chosen on this page.</p>
      <div className="flex flex-wrap gap-2">
        {partsOf(order).map((one) => (
          <Button
            key={one.label}
            variant="secondary"
            size="small"
            className="wrap-anywhere"
            onClick={() => open(one)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      {part && (
        <CancelDialog
          key={part.label}
          part={part}
          order={order}
          sending={sending}
          ways={ways}
          onClose={() => setPart(null)}
        />
      )}
    </div>
  );
}

function partsOf({ deliveries, items }: OrderToChangeReply): SectionPart[] {
  const open = deliveries.filter(({ whyLocked }) => whyLocked === null);
  const names = [
    ...new Set(items.filter(({ isOpen }) => isOpen).map(({ personName }) => personName)),
  ];
  const isAllOpen = open.length === deliveries.length;
  return [
    ...(deliveries.length > 1 ? open : []).map(({ date, window }): SectionPart => ({
      label: `Cancel ${formatDayAndMonth(date)}`,
      title: `Cancel ${formatDate(date)}, ${windowLabel(window)}?`,
      what: 'We won’t bring this delivery. The rest of your order stays.',
      isTakenOff: (item) => item.deliveryDate === date && item.deliveryWindow === window,
    })),
    ...(names.length > 1 ? names : []).map((name): SectionPart => ({
      label: `Cancel for ${name}`,
      title: `Cancel all meals for ${name}?`,
      what: `${name} gets no meals. The rest of your order stays.`,
      isTakenOff: ({ personName }) => personKey(personName) === personKey(name),
    })),
    {
      label: isAllOpen ? 'Cancel the whole order' : 'Cancel all that can be cancelled',
      title: isAllOpen ? 'Cancel the whole order?' : 'Cancel all deliveries that can be cancelled?',
      what: isAllOpen ? 'We won’t deliver anything.' : 'What can’t be changed here still comes.',
      isTakenOff: () => true,
    },
  ];
}

type CancelDialogProps = CancelPartsProps & { part: SectionPart; onClose: () => void };

function CancelDialog({ part, order, sending, ways, onClose }: CancelDialogProps) {
  const change = changeWithout(toOrderToChange(order), part.isTakenOff);
  const { version } = order;
  const asked = useChangeQuote(ways.token, { change, version }, 0);
  const quote: ChangeQuoteReply | null = asked.is === 'quoted' ? asked.quote : null;
  const problem = sending.error ?? (asked.is === 'failed' ? asked.error : (quote?.blocked ?? null));
  const closing = {
    ...ways,
    onRetry: () => {
      sending.reset();
      if (asked.is === 'failed' || asked.is === 'quoted') asked.ask();
    },
    onShow: (id: string) => {
      onClose();
      ways.onShow(id);
    },
  };
  return (
    <ActionDialog
      title={part.title}
      act="Cancel it"
      keep="Keep it"
      busyLabel="Cancelling…"
      change={{ isBusy: sending.isSending }}
      isReady={quote !== null && problem === null}
      go={() => quote && sending.send({ change, version, expectedTotal: quote.quote.total })}
      onClose={onClose}
      danger
    >
      <p>{part.what} This cannot be undone.</p>
      {problem && <ChangeProblem problem={problem} {...closing} />}
      {asked.is === 'asking' && <p role="status">Working out what goes back…</p>}
      {quote && !problem && <QuotedChange quote={quote} />}
    </ActionDialog>
  );
}
