import { type FormEvent, type ReactNode, useState } from 'react';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import {
  LONGEST_TYPED_NUMBER,
  NUMBER_MISSING_MESSAGE,
  orderCodeOf,
} from '#areas/order-book/rules/order-number.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { call } from '#platform/web/api/client.ts';
import { findOrder } from '#areas/customers/calls/find-order.ts';
import type { z } from 'zod';

export { StopRatingEmailsPage, StopRemindersPage } from './stop-emails-page.tsx';

export function FindOrderPage() {
  const { business } = useConfig();
  const [missing, setMissing] = useState<FieldErrors>({});
  const finding = useChange(async (body: z.input<typeof findOrder.body>) => {
    await call(findOrder, { body });
    return 'sent' as const;
  });
  const { failure } = finding;
  const errors = { ...missing, ...(failure?.is === 'fields' && failure.fields) };

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const orderNumber = fieldText(form.get('orderNumber'));
    const email = fieldText(form.get('email'));
    const found: FieldErrors = {
      ...(orderCodeOf(orderNumber) === null && { orderNumber: NUMBER_MISSING_MESSAGE }),
      ...(!isEmailAddress(email) && { email: EMAIL_MESSAGE }),
    };
    setMissing(found);
    if (Object.keys(found).length === 0) finding.run({ orderNumber, email });
  }
  if (finding.result) return <Sent onAgain={() => finding.reset()} />;
  return (
    <Frame>
      <p>
        Enter your order number and the email address you ordered with. We’ll email you the link to
        your order.
      </p>
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        <TextField
          label="Order number"
          name="orderNumber"
          hint={`Such as ${business.orderPrefix}-7K3F-9Q2X. Capitals and dashes don’t matter.`}
          maxLength={LONGEST_TYPED_NUMBER}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-required
          error={errors['orderNumber'] ?? null}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          aria-required
          error={errors['email'] ?? null}
        />
        {failure?.is !== 'fields' && <FailureNotice failure={failure} />}
        <Button type="submit" className="w-fit" busy={finding.isBusy} busyLabel="Sending…">
          Email me the link
        </Button>
      </form>
      <p className="text-ink-soft">
        No order number? Call us on{' '}
        <a href={paths.phone(business.phone)} className="font-semibold whitespace-nowrap underline">
          {business.phone}
        </a>
        .
      </p>
    </Frame>
  );
}

function fieldText(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : '';
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const { sendsMail, business } = useConfig();
  return (
    <Frame>
      <Notice tone="success" title="Check your email" announce="polite">
        <p>
          If the number and the address belong together,{' '}
          {sendsMail ? 'we’re sending' : 'we’ve saved'} an email with the link to your order. Look
          in your spam folder, too.
        </p>
        {!sendsMail && (
          <p>This kitchen sends no emails yet. Call us on {business.phone} instead.</p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onAgain}>
          Try another number
        </Button>
        <Link to={paths.home()} className={buttonClass('quiet')}>
          Home
        </Link>
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-12 sm:px-6 sm:py-16">
      <PageHeading className="text-4xl">Find my order</PageHeading>
      {children}
    </div>
  );
}
