import type { ReactNode } from 'react';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import type { FirstHourStep } from '#areas/office/rules/first-hour.ts';
import { sendCardCheck } from '#areas/office/web/portal/first-hour-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { LabelWork } from './label-work.tsx';
import { EmailWork } from './email-work.tsx';
import { useFirstHourChange } from './use-first-hour-change.ts';

export type Report = FirstHourReply['steps'][number];

/** Sections of the Settings page, by their titles. */
const SECTIONS: Partial<Record<FirstHourStep, string>> = {
  contact: 'Your kitchen',
  where: 'Where',
  when: 'When',
  cost: 'What it costs',
};

const HINTS: Partial<Record<FirstHourStep, string>> = {
  contact:
    'Name, tagline, phone, email, the street address that food law asks for on labels, and the letters of order numbers. A logo and a colour, if you like.',
  where: 'Your place, suburbs with their postcodes, how texts name your area, and the time zone.',
  when: 'The week, the cut-off, delivery windows and the launch date.',
  cost: 'Delivery fees, GST and your ABN, which is with “Your kitchen”.',
};

type StepWorkProps = { report: Report; firstHour: FirstHourReply };

/** How to do a step. What is done keeps its way back, except what only needs a proof. */
export function StepWork({ report: { step, state }, firstHour }: StepWorkProps) {
  const section = SECTIONS[step];
  const isDone = state === 'done';
  if (section !== undefined) {
    return (
      <Work hint={isDone ? undefined : HINTS[step]}>
        <WorkLink to={paths.admin({ tab: 'settings', section })} isDone={isDone}>
          {isDone ? 'Change in Settings' : `Open “${section}” in Settings`}
        </WorkLink>
      </Work>
    );
  }
  if (step === 'meals') {
    return (
      <Work hint={isDone ? undefined : 'Edit the sample meals into yours, or add your own.'}>
        <WorkLink to={paths.admin({ tab: 'meals' })} isDone={isDone}>
          Open Weekly Meals
        </WorkLink>
      </Work>
    );
  }
  if (step === 'order') return <OrderWork firstHour={firstHour} isDone={isDone} />;
  if (isDone) return null;
  if (step === 'cards') return <CardWork payments={firstHour.payments} />;
  return step === 'email' ? <EmailWork email={firstHour.email} /> : <LabelWork />;
}

function Work({ hint, children }: { hint: string | undefined; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </div>
  );
}

function WorkLink({ to, isDone, children }: { to: string; isDone: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={`${buttonClass(isDone ? 'quiet' : 'primary', 'small')} ${isDone ? '-ml-4' : ''}`}
    >
      {children}
    </Link>
  );
}

const PAYMENTS: Record<FirstHourReply['payments'], string> = {
  sandbox:
    'Payments go to the built-in sandbox, which charges no card. For Stripe, whoever runs the server sets STRIPE_SECRET_KEY and starts it again.',
  test: 'Stripe’s test keys are set. They charge no card.',
  live: 'Stripe’s live keys are set. They charge real cards.',
};

function CardWork({ payments }: Pick<FirstHourReply, 'payments'>) {
  const check = useFirstHourChange(sendCardCheck);
  return (
    <Work hint={PAYMENTS[payments]}>
      <Button size="small" busy={check.isBusy} busyLabel="Checking…" onClick={() => check.run()}>
        Check the card provider
      </Button>
      {check.failure && (
        <p role="alert" className="font-semibold text-danger">
          {check.failure.message}
        </p>
      )}
    </Work>
  );
}

const ORDER_HINTS: Record<FirstHourReply['payments'], string> = {
  sandbox: 'Order like a customer and pay with the test card 4242 4242 4242 4242.',
  test: 'Order like a customer and pay with Stripe’s test card 4242 4242 4242 4242.',
  live: 'Order like a customer. Your card is really charged: cancel the order afterwards to get it back.',
};

function OrderWork({ firstHour, isDone }: { firstHour: FirstHourReply; isDone: boolean }) {
  const { order, payments } = firstHour;
  return (
    <Work hint={isDone ? undefined : ORDER_HINTS[payments]}>
      {order ? (
        <WorkLink to={paths.admin({ tab: 'orders', order: order.id })} isDone>
          Open order {order.number}
        </WorkLink>
      ) : (
        <WorkLink to={paths.order()} isDone={false}>
          Place a test order
        </WorkLink>
      )}
    </Work>
  );
}
