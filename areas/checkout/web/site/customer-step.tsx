import { type SubmitEvent, useState } from 'react';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import {
  type CustomerDraft,
  type CustomerField,
  customerProblems,
  hasRequiredCustomerFields,
  hasRequiredRecipientFields,
  recipientDraftProblems,
} from '#areas/order-book/rules/order-draft.ts';
import { NeedsSection } from '#areas/needs/web/needs-section.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { AddressFields } from './address-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { CUSTOMER_FIELDS, customerFieldId, missingFields } from './customer-fields.ts';
import {
  PresentFields,
  RECIPIENT_FIELDS,
  recipientFieldId,
  RecipientFields,
} from './recipient-fields.tsx';
import { useRecipientEdit } from './use-recipient-edit.ts';
import { DeliveryPreferenceFields } from './delivery-preference-fields.tsx';
import { RememberBox } from './remember-box.tsx';
import { useRemember } from './use-remember.ts';
import { questionToAnswer, useOrderQuestions } from './use-order-questions.ts';
import { useOrder } from './order-context.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';

const FORM_ID = 'customer';

const QUESTIONS_ID = 'note-questions';

export function CustomerStep() {
  const { draft, dispatch, goTo, facts } = useOrder();
  const { customer, recipient, contactOf } = draft;
  const { remember, setRemember, saveIfAsked } = useRemember();
  const their = useRecipientEdit();
  const [shown, setShown] = useState<Partial<Record<CustomerField, string>>>({});

  const texts = [
    { text: customer.specialInstructions, about: null },
    ...draft.people.map(({ name, note }) => ({ text: note, about: name })),
  ];
  const { questions, ways } = useOrderQuestions(texts);
  const toAnswer = questionToAnswer(texts, questions, () => QUESTIONS_ID);

  function edit(changes: Partial<CustomerDraft>) {
    dispatch({ type: 'customer edited', changes });
    setShown((problems) =>
      Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in changes))),
    );
  }

  /** Leaving a field empty shows no error: the customer may only be passing through. */
  function leave(field: CustomerField) {
    const problem =
      customer[field].trim() === ''
        ? undefined
        : customerProblems(customer, facts, contactOf)[field];
    if (problem) setShown((problems) => ({ ...problems, [field]: problem }));
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const problems = customerProblems(customer, facts, contactOf);
    const theirs = recipientDraftProblems(recipient);
    const own = CUSTOMER_FIELDS.find((field) => problems[field]);
    const other = RECIPIENT_FIELDS.find((field) => theirs[field]);
    setShown(problems);
    their.setProblems(theirs);
    const first = own ? customerFieldId(own) : other && recipientFieldId(other);
    if (first) {
      document.getElementById(first)?.focus();
      return;
    }
    if (toAnswer) {
      document.getElementById(toAnswer.at)?.focus();
      return;
    }
    saveIfAsked();
    goTo(4);
  }

  const fields = { customer, problems: shown, onEdit: edit, onLeave: leave };
  return (
    <StepLayout
      step={3}
      intro={<p>Who’s it for, and where should we deliver?</p>}
      blockers={
        !hasRequiredCustomerFields(customer, contactOf)
          ? [missingFields(customer, facts, contactOf)]
          : recipient && !hasRequiredRecipientFields(recipient)
            ? [{ message: 'Still needed: their name and phone', at: recipientFieldId('firstName') }]
            : []
      }
      warning={toAnswer}
      continueForm={FORM_ID}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="grid max-w-2xl gap-8">
        <PillChoice
          legend="Who is it for?"
          layout="even"
          value={recipient ? 'someone' : 'me'}
          pills={[
            { value: 'me', label: 'Me' },
            { value: 'someone', label: 'Someone else' },
          ]}
          onChange={their.chooseWho}
        />
        <ContactFields
          {...fields}
          isPayerOnly={recipient !== undefined}
          contactOf={contactOf}
          onOtherContact={() => dispatch({ type: 'other contact chosen' })}
        />
        {recipient && <RecipientFields {...their.fields} recipient={recipient} />}
        <AddressFields {...fields} facts={facts} isTheirs={recipient !== undefined} />
        <DeliveryPreferenceFields {...fields} />
        {recipient && (
          <PresentFields
            {...their.fields}
            recipient={recipient}
            payerName={`${customer.firstName} ${customer.lastName}`.trim()}
          />
        )}
        <FoodQuestions id={QUESTIONS_ID} questions={questions.flat()} {...ways} />
        <NeedsSection heading="h2" people={draft.people} phone={facts.phone} />
        <RememberBox remember={remember} onChange={setRemember} />
        <Notice title="How we use your details">
          <p>
            We need these details to cook and deliver your order and to contact you about it. We
            only share what our kitchen, your driver and, for the payment, our card provider need.
          </p>
        </Notice>
      </form>
    </StepLayout>
  );
}
