import { type ReactNode, type SubmitEvent, useEffect, useRef, useId, useState } from 'react';
import {
  NEWS_CONSENT_TEXT,
  NAME_MISSING_MESSAGE,
  SUBURB_MISSING_MESSAGE,
} from '#areas/business/rules/waitlist-limits.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { EMAIL_MESSAGE, isEmailAddress } from '#platform/rules/customer-name.ts';
import type { JoinWaitlistFields } from '#areas/waitlist/web/site/join-waitlist-queries.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { NeedsScripts } from '#areas/business/web/needs-scripts.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { preloadToasts, useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

type JoinFormProps = {
  toasts: JoinToasts;
  required: readonly RequiredField[];
  isMainAction?: boolean | undefined;
  children: (errors: FieldErrors) => ReactNode;
};

/** What both waitlist forms share. The fields keep their own text, so that nothing typed is ever lost. */
export function JoinForm(props: JoinFormProps) {
  const { toasts, required, isMainAction = true, children } = props;
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
        <ThanksText suburb={joined.suburb} nextStep={toasts.success.description ?? ''} />
        {joined.consent === true && (
          <p className="text-sm">
            If you were on the list before, our email asks you to confirm that you want news.
          </p>
        )}
      </Thanks>
    );
  return (
    <form ref={form} method="post" data-app="" noValidate onSubmit={submit} className="grid gap-4">
      <NeedsScripts what="Joining the waitlist" />
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
        Join the waitlist
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

type SuburbFieldProps = {
  suburbs: readonly ServedSuburb[];
  error: string | undefined;
  defaultValue?: string;
};

/** Any suburb: many who join live where we do not deliver yet. */
export function SuburbField({ suburbs, error, defaultValue }: SuburbFieldProps) {
  const listId = useId();
  return (
    <div>
      <TextField
        label="Suburb"
        name="suburb"
        autoComplete="address-level2"
        list={listId}
        aria-required
        defaultValue={defaultValue}
        error={error}
      />
      <datalist id={listId}>
        {suburbs.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** `nextStep`: the toast’s words, which the specification prescribes; untrue where we deliver already. */
function ThanksText({ suburb, nextStep }: { suburb: string; nextStep: string }) {
  const { business, sale } = useConfig();
  const isFree = business.waitlistFirstOrderFree;
  const [served] = sale.state === 'open' ? servedSuburbsFor(suburb, business.suburbs) : [];
  return (
    <>
      <h3 className="text-xl">Thank you, you’re on the list.</h3>
      {served ? (
        <>
          <p>
            We already deliver to {served.name}.{isFree && ' Your first order is delivered free.'}
          </p>
          <a href={paths.order()} className={buttonClass('primary')}>
            Order Now
          </a>
        </>
      ) : (
        <>
          <p>{nextStep}</p>
          <a href={paths.menu()} className={buttonClass('secondary')}>
            See the menu
          </a>
        </>
      )}
      {isFree && <p className="text-sm">{FIRST_ORDER_OFFER}</p>}
    </>
  );
}

export type JoinToasts = { missing: ToastMessage; failure: ToastMessage; success: ToastMessage };

type JoinState = {
  phase: 'idle' | 'submitting';
  /** What who has joined sent; null: nobody yet. */
  joined: JoinWaitlistFields | null;
  errors: FieldErrors;
  /** What went wrong, in a sentence that outlasts the toast. */
  failure: string | null;
};

const IDLE: JoinState = { phase: 'idle', joined: null, errors: {}, failure: null };

const loadCall = () => import('#areas/waitlist/web/site/join-waitlist-queries.ts');

/** Spec 4: idle, submitting, joined; any failure returns to idle with everything still in the form. */
function useJoinWaitlist(toasts: JoinToasts) {
  const { showToast } = useToast();
  const [state, setState] = useState(IDLE);

  // After the page itself, but before the connection may be lost.
  useEffect(() => {
    preloadToasts();
    loadCall().catch(() => {});
  }, []);

  function refuse(errors: FieldErrors, isMissing: boolean) {
    setState({ ...IDLE, errors });
    if (isMissing) showToast({ tone: 'error', ...toasts.missing });
  }

  async function join(fields: JoinWaitlistFields): Promise<void> {
    setState({ ...IDLE, phase: 'submitting' });
    try {
      const { sendJoinWaitlist } = await loadCall();
      await sendJoinWaitlist(fields);
      setState({ ...IDLE, joined: fields });
      showToast({ tone: 'success', ...toasts.success });
    } catch (error) {
      setState({ ...IDLE, errors: fieldErrorsOf(error), failure: describeFailure(error) });
      showToast({ tone: 'error', ...toasts.failure });
    }
  }

  return { ...state, refuse, join };
}
