import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import {
  NEWS_CONSENT_TEXT,
  NAME_MISSING_MESSAGE,
  SUBURB_MISSING_MESSAGE,
} from '#areas/business/rules/waitlist-limits.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { type JoinToasts, useJoinWaitlist } from './use-join-waitlist.ts';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import type { JoinWaitlistFields } from '#areas/waitlist/web/site/join-waitlist-queries.ts';

type JoinFormProps = {
  toasts: JoinToasts;
  required: readonly RequiredField[];
  buttonLabel: string;
  isMainAction?: boolean | undefined;
  /** Replaces the form once someone of that suburb has joined. */
  thanks: (suburb: string) => ReactNode;
  /** The fields, with their messages. */
  children: (errors: FieldErrors) => ReactNode;
};

/** What both waitlist forms share. The fields keep their own text, so that nothing typed is ever lost. */
export function JoinForm({
  toasts,
  required,
  buttonLabel,
  isMainAction = true,
  thanks,
  children,
}: JoinFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { phase, joined, errors, failure, refuse, join } = useJoinWaitlist(toasts);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase === 'submitting') return;
    const fields = readFields(new FormData(event.currentTarget));
    const problems = problemsOf(fields, required);
    if (Object.keys(problems.errors).length > 0) refuse(problems.errors, problems.isMissing);
    else void join(fields);
  }

  if (joined !== null)
    return (
      <Thanks>
        {thanks(joined.suburb)}
        {joined.consent === true && (
          <p className="text-sm">
            If you were on the list before, our email asks you to confirm that you want news.
          </p>
        )}
      </Thanks>
    );
  return (
    <form ref={form} method="post" data-app="" noValidate onSubmit={submit} className="grid gap-4">
      {children(errors)}
      <label className="flex items-start gap-3 py-1">
        <input type="checkbox" name="consent" value="yes" className="mt-0.5 size-6 shrink-0" />
        <span className="text-sm">{NEWS_CONSENT_TEXT}</span>
      </label>
      {failure && (
        <Notice tone="error" announce="now">
          {failure} What you typed is still here.
        </Notice>
      )}
      <Button
        type="submit"
        variant={isMainAction ? 'primary' : 'secondary'}
        size="large"
        busy={phase === 'submitting'}
        busyLabel="Adding you to the list..."
      >
        {buttonLabel}
      </Button>
      <p className="text-sm text-ink-soft">
        We only use these details to tell you when we deliver to you.{' '}
        <a href={paths.privacy()} className="underline underline-offset-4">
          How we handle your data
        </a>
      </p>
    </form>
  );
}

/** Takes the focus, because the focused button is gone. */
function Thanks({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="grid justify-items-start gap-3 rounded-2xl bg-success-soft p-5 outline-none"
    >
      {children}
    </div>
  );
}

/** The texts in a waitlist form, and what is wrong with them before sending. Spec 5. */
type RequiredField = 'name' | 'email' | 'suburb';

const MISSING: Record<RequiredField, string> = {
  name: NAME_MISSING_MESSAGE,
  email: EMAIL_MESSAGE,
  suburb: SUBURB_MISSING_MESSAGE,
};

/** The request for the server. Fields that the form does not have are left out. */
export function readFields(form: FormData): JoinWaitlistFields {
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const meals = textOf('mealsPerWeek');
  return {
    email: textOf('email'),
    suburb: textOf('suburb'),
    ...(form.has('name') && {
      name: textOf('name'),
      phone: textOf('phone').trim() === '' ? null : textOf('phone'),
      mealsPerWeek: meals === '' ? null : Number(meals),
    }),
    ...(form.has('consent') && { consent: true }),
  };
}

export function problemsOf(
  fields: JoinWaitlistFields,
  required: readonly RequiredField[],
): { errors: FieldErrors; isMissing: boolean } {
  const missing = required.filter((name) => (fields[name] ?? '').trim() === '');
  const errors: FieldErrors = Object.fromEntries(missing.map((name) => [name, MISSING[name]]));
  if (!isEmailAddress(fields.email)) errors['email'] = EMAIL_MESSAGE;
  return { errors, isMissing: missing.length > 0 };
}
