import { type SubmitEvent, useState } from 'react';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import {
  type CustomerDraft,
  EMPTY_RECIPIENT,
  type RecipientDraft,
} from '#areas/order-book/rules/order-draft.ts';
import {
  type CustomerField,
  customerProblems,
  hasRequiredCustomerFields,
  hasRequiredRecipientFields,
  recipientDraftProblems,
} from '#areas/order-book/rules/check-customer.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import {
  AddressFields,
  ContactFields,
  CUSTOMER_FIELDS,
  customerFieldId,
  missingFields,
} from './customer-fields.tsx';
import {
  PresentFields,
  RECIPIENT_FIELDS,
  recipientFieldId,
  RecipientFields,
  type RecipientProblems,
  DeliveryPreferenceFields,
} from './delivery-fields.tsx';
import { questionToAnswer, textsToRead, useOrderQuestions } from './order-bar.tsx';
import { useOrder } from './order-context.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';
import { newKey } from '#platform/web/kept-new-key.ts';
import {
  distinctName,
  householdOf,
  readHouseholds,
  saveHousehold,
  LONGEST_HOUSEHOLD_NAME,
} from '#areas/checkout/web/site/kept-households.ts';
import type { RecipientField } from '#areas/business/rules/recipient.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const FORM_ID = 'customer';

const QUESTIONS_ID = 'note-questions';

export function CustomerStep() {
  const { draft, dispatch, goTo, facts } = useOrder();
  const { customer, recipient, contactOf } = draft;
  const { remember, setRemember, saveIfAsked } = useRemember();
  const their = useRecipientEdit();
  const [shown, setShown] = useState<Partial<Record<CustomerField, string>>>({});

  const texts = textsToRead(draft);
  const { questions, ways } = useOrderQuestions(texts);
  const toAnswer = questionToAnswer(texts, questions, () => QUESTIONS_ID);
  const theirsMissing = recipient !== undefined && !hasRequiredRecipientFields(recipient);

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
    const recipientProblems = recipientDraftProblems(recipient);
    const own = CUSTOMER_FIELDS.find((field) => problems[field]);
    const other = RECIPIENT_FIELDS.find((field) => recipientProblems[field]);
    setShown(problems);
    their.setProblems(recipientProblems);
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
        hasRequiredCustomerFields(customer, contactOf)
          ? []
          : [missingFields(customer, facts, contactOf)]
      }
      warning={
        theirsMissing
          ? { message: 'Still needed: their name and phone', at: recipientFieldId('firstName') }
          : toAnswer
      }
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

function useRemember() {
  const { draft, household, dispatch } = useOrder();
  const [remember, setRemember] = useState<string | null>(null);

  /** If the browser refuses to keep it, the next order starts empty as before. */
  function saveIfAsked() {
    if (remember === null) return;
    const kept = household ?? {
      id: newKey(),
      name: distinctName(remember, readHouseholds()),
    };
    if (saveHousehold(householdOf(draft, kept)))
      dispatch({ type: 'household kept', household: kept });
  }
  return { remember, setRemember, saveIfAsked };
}

function useRecipientEdit() {
  const { draft, dispatch } = useOrder();
  const { recipient } = draft;
  const [putAside, setPutAside] = useState(recipient ?? EMPTY_RECIPIENT);
  const [problems, setProblems] = useState<RecipientProblems>({});

  /** What was typed of someone else comes back when it is for them after all. */
  function chooseWho(who: 'me' | 'someone') {
    if (recipient) setPutAside(recipient);
    dispatch({ type: 'recipient edited', recipient: who === 'me' ? undefined : putAside });
  }

  function edit(changes: Partial<RecipientDraft>) {
    dispatch({ type: 'recipient edited', recipient: { ...(recipient ?? putAside), ...changes } });
    // Whose phone it is decides who can be texted.
    const changed = 'phone' in changes ? { ...changes, news: true } : changes;
    setProblems((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([field]) => !(field in changed))),
    );
  }

  function leave(field: RecipientField) {
    const problem =
      recipient?.[field].trim() === '' ? undefined : recipientDraftProblems(recipient)[field];
    if (problem) setProblems((shown) => ({ ...shown, [field]: problem }));
  }

  return { fields: { problems, onEdit: edit, onLeave: leave }, chooseWho, setProblems };
}

type RememberBoxProps = {
  /** The name to keep the household under; null: not to be kept. */
  remember: string | null;
  onChange: (remember: string | null) => void;
};

/** Never ticked for anyone: a shared computer keeps nothing unasked. */
function RememberBox({ remember, onChange }: RememberBoxProps) {
  const { household } = useOrder();
  const name = household?.name ?? 'Us';
  return (
    <div className="grid justify-items-start gap-3">
      <CheckChip
        checked={remember !== null}
        onToggle={() => onChange(remember === null ? name : null)}
      >
        {household ? `Keep changes for “${household.name}”` : 'Remember us on this device'}
      </CheckChip>
      <p className="text-sm text-ink-soft">
        Next time your people, what they eat and avoid, contact and address are filled in, and you
        can order the same again. Only on this device; never your card. Don’t tick it on a computer
        that others use.{' '}
        <Link to={paths.thisDevice()} className="text-primary underline">
          See and erase what’s kept
        </Link>
      </p>
      {remember !== null && !household && (
        <TextField
          label="Name this household"
          hint="To tell it apart if you order for others too: “Mum’s place”."
          value={remember}
          maxLength={LONGEST_HOUSEHOLD_NAME}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
