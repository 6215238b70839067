import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import { sendTestEmailNow } from '#areas/office/web/portal/first-hour-queries.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';
import { CodeForm } from './code-form.tsx';
import { useFirstHourChange } from './use-first-hour-change.ts';

/** An email to oneself, and the code in it. */
export function EmailWork({ email: { mode, sentAt } }: Pick<FirstHourReply, 'email'>) {
  const { email } = useSignedIn();
  const send = useFirstHourChange(sendTestEmailNow);
  const formatInstant = useFormatInstant();
  return (
    <div className="grid justify-items-start gap-3">
      {mode === 'kept' && (
        <p>
          No mail server is set, so emails are saved as files in the data folder. Whoever runs the
          server sets SMTP_URL to send them.
        </p>
      )}
      <p>
        We send a code to <EmailAddress address={email} />.
        {sentAt !== null && ` The latest went out ${formatInstant(sentAt)}.`}
      </p>
      <Button
        variant={sentAt === null ? 'primary' : 'secondary'}
        size="small"
        busy={send.isBusy}
        busyLabel="Sending…"
        onClick={() => send.run()}
      >
        {sentAt === null ? 'Send a test email' : 'Send another'}
      </Button>
      {send.failure && (
        <p role="alert" className="font-semibold text-danger">
          {send.failure.message}
        </p>
      )}
      {sentAt !== null && <CodeForm step="email" label="Code in the email" />}
    </div>
  );
}
