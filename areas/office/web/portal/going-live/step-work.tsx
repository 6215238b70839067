import { type ReactNode, useState, type SyntheticEvent } from 'react';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  type GoingLiveReply,
  type CodedStep,
  removeTestOrders,
  checkAddress,
  confirmCode,
  sendTestEmail,
  SentCode,
} from '#areas/office/calls/going-live.ts';
import type { GoingLiveStep } from '#areas/office/rules/going-live.ts';
import {
  AFTER_CONNECTING,
  testLabelSource,
  useGoingLiveChange,
} from '#areas/office/web/portal/office-queries.ts';
import { SheetDialog } from '../backups-card.tsx';
import { useActVariant, ConnectionWork, StepFailure } from './connection-work.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { useSignedIn } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { LABEL_STOCK_NAMES } from '#areas/business/rules/label-stock.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSavePrintout, useSendToPrinter } from '#areas/printouts/web/use-printout.tsx';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export type ShownStep = GoingLiveReply['steps'][number];

/** Sections of the Settings page, by their titles. */
const SECTIONS: Partial<Record<GoingLiveStep, string>> = {
  contact: 'Your kitchen',
  where: 'Where',
  when: 'When',
  cost: 'What it costs',
};

const HINTS: Partial<Record<GoingLiveStep, string>> = {
  contact:
    'Name, tagline, phone, email, the street address that food law asks for on labels, and the letters of order numbers. A logo and a colour, if you like.',
  where: 'Your place, suburbs with their postcodes, how texts name your area, and the time zone.',
  when: 'The week, the cut-off, delivery windows and the launch date.',
  cost: 'Delivery fees, GST and your ABN, which is with “Your kitchen”.',
  meals: 'Edit the sample meals into yours, or add your own.',
  people: 'If you are ill or lose your phone, someone else must be able to cancel and refund.',
  backups: 'Save the recovery sheet: with it, a lost computer costs you a day, not the business.',
};

export function hintOf(step: GoingLiveStep, { payments }: GoingLiveReply): string | undefined {
  return step === 'order' ? ORDER_HINTS[payments] : HINTS[step];
}

type StepWorkProps = { report: ShownStep; goingLive: GoingLiveReply };

/** How to do a step. What is done keeps its way back, except what only needs a proof. */
export function StepWork({ report: { step, state }, goingLive }: StepWorkProps) {
  const section = SECTIONS[step];
  const isDone = state === 'done';
  if (section !== undefined)
    return (
      <WorkLink to={paths.admin({ tab: 'settings', section })} isDone={isDone}>
        {isDone ? 'Change in Settings' : `Open “${section}” in Settings`}
      </WorkLink>
    );
  if (step === 'meals')
    return (
      <WorkLink to={paths.admin({ tab: 'meals' })} isDone={isDone}>
        Open Weekly Meals
      </WorkLink>
    );
  if (step === 'order') return <OrderWork goingLive={goingLive} isDone={isDone} />;
  if (step === 'texts') return <TextsWork isDone={isDone} />;
  if (step === 'people')
    return (
      <WorkLink to={paths.admin({ tab: 'staff' })} isDone={isDone}>
        Invite someone in Staff
      </WorkLink>
    );
  if (step === 'backups') return <BackupsWork isDone={isDone} />;
  if (step === 'cards') return <ConnectionWork kind="cards" />;
  if (step === 'email')
    return (
      <ConnectionWork kind="mail">
        {!isDone && <EmailWork email={goingLive.email} />}
      </ConnectionWork>
    );
  if (step === 'sms')
    return (
      <ConnectionWork kind="sms">
        {({ source, isProved }) =>
          source === 'here' && !isProved && <CodeForm step="sms" label="Code in the text" />
        }
      </ConnectionWork>
    );
  if (step === 'tests') return isDone ? null : <TestOrdersWork {...goingLive.testOrders} />;
  if (step === 'address') return <AddressWork publicUrl={goingLive.publicUrl} isDone={isDone} />;
  return isDone ? null : <LabelWork />;
}

/** As customers see them: in tabs of their own, so that this one stays. */
function TextsWork({ isDone }: { isDone: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      {READ.map(({ to, label }) => (
        <a
          key={label}
          href={to}
          target="_blank"
          rel="noreferrer"
          className={`inline-flex min-h-11 items-center underline underline-offset-4 ${isDone ? '' : 'font-semibold'}`}
        >
          {label}
        </a>
      ))}
    </p>
  );
}

const READ = [
  { to: paths.terms(), label: 'Terms' },
  { to: paths.privacy(), label: 'Privacy' },
];

/** The sheet is what is missing; where copies go is set in System. */
function BackupsWork({ isDone }: { isDone: boolean }) {
  const act = useActVariant();
  return (
    <>
      {!isDone && (
        <DialogButton
          size="small"
          variant={act}
          dialog={(close) => <SheetDialog onClose={close} />}
        >
          Save the sheet
        </DialogButton>
      )}
      <Link to={paths.admin({ tab: 'system' })} className={buttonClass('quiet', 'small')}>
        Backups in System
      </Link>
    </>
  );
}

/** Where links lead, beside where this page is. */
function AddressWork({ publicUrl, isDone }: { publicUrl: string; isDone: boolean }) {
  const act = useActVariant();
  const check = useGoingLiveChange(() => call(checkAddress, {}));
  const here = globalThis.location.origin;
  return (
    <div className="grid justify-items-start gap-3">
      {here !== publicUrl && (
        <p>
          Links lead to {publicUrl}, but you are at {here}. Whoever runs the server sets PUBLIC_URL.
        </p>
      )}
      <ChangeButton
        change={check}
        variant={isDone ? 'quiet' : act}
        className={isDone ? '-ml-4' : ''}
        busyLabel="Checking…"
      >
        {isDone ? 'Check again' : 'Check the address'}
      </ChangeButton>
      <StepFailure failure={check.failure} />
    </div>
  );
}

function WorkLink({ to, isDone, children }: { to: string; isDone: boolean; children: ReactNode }) {
  const act = useActVariant();
  return (
    <Link
      to={to}
      className={`${buttonClass(isDone ? 'quiet' : act, 'small')} ${isDone ? '-ml-4' : ''}`}
    >
      {children}
    </Link>
  );
}

/** Once, and not to be taken back: asked, with what goes and what stays. */
function TestOrdersWork({ orders: count, deliveries }: GoingLiveReply['testOrders']) {
  const act = useActVariant();
  const { showToast } = useToast();
  const remove = useChange(() => call(removeTestOrders, {}), {
    refresh: AFTER_CONNECTING,
    onDone: ({ removed }) =>
      showToast({ title: `${titleOf(removed)} Removed`, description: 'The books begin today.' }),
  });

  return (
    <div className="grid justify-items-start gap-3">
      <ChangeButton
        change={remove}
        asks={{
          title: `Remove ${titleOf(count).toLowerCase()}?`,
          text: `They go for good, with ${deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`}, their payments and printouts, and the emails about them. A backup is made first. Menu, recipes, stock, food safety, waitlist, staff and the audit trail stay.`,
          act: 'Remove test orders',
        }}
        variant={act}
        busyLabel="Backing up and removing…"
      >
        Remove test orders…
      </ChangeButton>
      <StepFailure failure={remove.failure} />
    </div>
  );
}

function titleOf(count: number): string {
  return count === 1 ? '1 Test Order' : `${count} Test Orders`;
}

const ORDER_HINTS: Record<GoingLiveReply['payments'], string> = {
  none: 'Set up card payments first.',
  sandbox: 'Order like a customer and pay with the test card 4242 4242 4242 4242.',
  test: 'Order like a customer and pay with Stripe’s test card 4242 4242 4242 4242.',
  live: 'Order like a customer. Your card is really charged: cancel the order afterwards to get it back.',
};

function OrderWork({ goingLive, isDone }: { goingLive: GoingLiveReply; isDone: boolean }) {
  const { order } = goingLive;
  const to = order ? paths.admin({ tab: 'orders', order: order.id }) : paths.order();
  return (
    <WorkLink to={to} isDone={isDone || order !== null}>
      {order ? `Open order ${order.number}` : 'Place a test order'}
    </WorkLink>
  );
}

function EmailWork({ email: { sentAt } }: Pick<GoingLiveReply, 'email'>) {
  const { email } = useSignedIn();
  const act = useActVariant();
  const send = useGoingLiveChange(() => call(sendTestEmail, {}));
  const formatInstant = useFormatInstant();
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        We send a code to <EmailAddress address={email} />.
        {sentAt !== null && ` The latest went out ${formatInstant(sentAt)}.`}
      </p>
      <ChangeButton
        change={send}
        variant={sentAt === null ? act : 'secondary'}
        busyLabel="Sending…"
      >
        {sentAt === null ? 'Send a test email' : 'Send another'}
      </ChangeButton>
      <StepFailure failure={send.failure} />
      {sentAt !== null && <CodeForm step="email" label="Code in the email" />}
    </div>
  );
}

const SAVED = 'Test Label Saved';

function LabelWork() {
  const { labelStock } = useConfig().business;
  const act = useActVariant();
  const source = testLabelSource();
  const print = useSendToPrinter({ saved: SAVED });
  const save = useSavePrintout({ source, saved: SAVED });
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        Print a label as the kitchen will, and type the code at its foot. You print on:{' '}
        {LABEL_STOCK_NAMES[labelStock]}.{' '}
        <Link
          to={paths.admin({ tab: 'settings', section: 'Kitchen and bags', field: 'labelStock' })}
          className="font-semibold underline underline-offset-4"
        >
          Change
        </Link>
      </p>
      <div className="flex flex-wrap gap-2">
        <ChangeButton change={print} given={source} variant={act} busyLabel="Printing…">
          Print a test label
        </ChangeButton>
        <ChangeButton change={save} variant="secondary" busyLabel="Saving…">
          Save as PDF
        </ChangeButton>
      </div>
      <CodeForm step="labels" label="Code on the label" />
    </div>
  );
}

function CodeForm({ step, label }: { step: CodedStep; label: string }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const proof = useGoingLiveChange(() => call(confirmCode, { body: { step, code } }));
  const { failure } = proof;
  const refused =
    failure?.is === 'fields' ? (failure.fields['code'] ?? failure.message) : failure?.message;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = checkFields(SentCode, { step, code })['code'] ?? null;
    setWrong(found);
    if (found === null) proof.run();
  }

  return (
    <form onSubmit={submit} noValidate className="flex w-full flex-wrap items-start gap-3">
      <div className="w-full sm:w-64">
        <TextField
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={code}
          error={wrong ?? refused ?? null}
          onChange={({ target }) => {
            setCode(target.value);
            setWrong(null);
          }}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="sm:mt-9"
        busy={proof.isBusy}
        busyLabel="Checking…"
      >
        Confirm code
      </Button>
    </form>
  );
}
