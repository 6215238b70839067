import { type ReactNode, useCallback, useState, useEffect } from 'react';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { asksToConfirm, ConfirmFirst, NotConfirmed, NotDone } from '#platform/web/api/failure.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmPassword } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import {
  ownSecurityQuery,
  arePasskeysSupported,
  signInWithPasskey,
} from '#areas/staff/web/portal/staff-queries.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signedInQuery, useSignedIn, isSignedOut } from '#platform/web/api/session.ts';
import { signInOptionsQuery } from '#areas/staff/web/sign-in.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useToastBefore } from '#platform/web/ui/feedback/use-toast-before.ts';

type Waiting = { proceed: () => void; giveUp: () => void };

/** Asks for the password when a call needs confirmation first, then repeats the call. */
export function ConfirmFirstProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  const send = useCallback(async <T,>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!asksToConfirm(error)) throw error;
      await new Promise<void>((resolve, reject) => {
        setWaiting({ proceed: resolve, giveUp: () => reject(new NotConfirmed()) });
      });
      return attempt();
    }
  }, []);

  function end(how: keyof Waiting) {
    waiting?.[how]();
    setWaiting(null);
  }

  return (
    <ConfirmFirst value={send}>
      {children}
      <ConfirmPasswordDialog
        open={waiting !== null}
        onConfirmed={() => end('proceed')}
        onClose={() => end('giveUp')}
      />
    </ConfirmFirst>
  );
}

type ConfirmPasswordDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
};

/** People who sign in without a password sign in again instead. */
function ConfirmPasswordDialog(props: ConfirmPasswordDialogProps) {
  const security = useQuery({ ...ownSecurityQuery, enabled: props.open });
  return security.data?.hasPassword === false ? (
    <SignInAgainDialog {...props} passkeys={security.data.passkeys.length} />
  ) : (
    // Not before it is known: people without one would be asked for it.
    <PasswordDialog {...props} open={props.open && !security.isPending} />
  );
}

function PasswordDialog({ open, onConfirmed, onClose }: ConfirmPasswordDialogProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: 'Please enter your password' } : {}),
    send: (body) => call(confirmPassword, { body }),
    onDone: () => end(onConfirmed),
  });

  function end(how: () => void) {
    form.reset();
    how();
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => end(onClose)}
      title="Confirm it’s you"
      submitLabel="Continue"
      busyLabel="Checking…"
    >
      <p>This concerns accounts or personal data, so enter your password again.</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.text('password')}
      />
    </FormDialog>
  );
}

type SignInAgainDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
  /** How many of their own. */
  passkeys: number;
};

/** A fresh sign-in counts as the confirmation: with a passkey at once, with single sign-on after coming back. */
function SignInAgainDialog({ open, onConfirmed, onClose, passkeys }: SignInAgainDialogProps) {
  const client = useQueryClient();
  const { id } = useSignedIn();
  const { pathname, search } = useLocation();
  const options = useQuery({ ...signInOptionsQuery, enabled: open });
  const passkey = useChange(
    async () => {
      await signInWithPasskey();
      const now = await client.fetchQuery({ ...signedInQuery, staleTime: 0 });
      // Someone else's passkey would have signed in someone else.
      if (now?.id !== id)
        throw new NotDone(
          'That passkey belongs to another account, and you are signed in to it now. Nothing was done.',
        );
    },
    { onDone: onConfirmed },
  );
  const canUsePasskey = passkeys > 0 && arePasskeysSupported();
  return (
    <Dialog open={open} onClose={onClose} title="Confirm it’s you">
      <div className="grid justify-items-start gap-4">
        <p>This concerns accounts or personal data, so sign in again first.</p>
        <FailureNotice failure={passkey.failure} />
        {canUsePasskey && (
          <ChangeButton change={passkey} variant="primary" busyLabel="Waiting for your passkey…">
            Use your passkey
          </ChangeButton>
        )}
        {options.data?.oidc && (
          <>
            <a
              href={paths.singleSignOn({ next: `${pathname}${search}` })}
              className={buttonClass('secondary', 'small')}
            >
              Single sign-on
            </a>
            <p className="text-sm text-ink-soft">
              You come back to this page. Then do it again within 10 minutes.
            </p>
          </>
        )}
        {!canUsePasskey && !options.isPending && !options.data?.oidc && (
          <p>Sign out, sign in again, and repeat this within 10 minutes.</p>
        )}
      </div>
    </Dialog>
  );
}

const READABLE_MS = 500;

/**
 * Spec 8: when any call finds that the session has ended, a toast says so and the sign-in page opens, to return here
 * afterwards.
 */
export function WatchSession() {
  const showToastBefore = useToastBefore();
  const client = useQueryClient();

  useEffect(() => {
    let callOff: (() => void) | undefined;

    function handle(error: unknown) {
      // The role was changed meanwhile: from now on, show what the new one may do.
      if (error instanceof ApiError && error.reply?.code === 'not_allowed') {
        void client.invalidateQueries(signedInQuery);
      }
      if (callOff || !isSignedOut(error)) return;
      const message = {
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'error',
      } as const;
      callOff = showToastBefore(message, READABLE_MS, () =>
        location.assign(paths.login({ next: pageAtHand() })),
      );
    }
    const cleanups = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
      }),
    ];
    return () => {
      for (const unsubscribe of cleanups) unsubscribe();
      callOff?.();
    };
  }, [client, showToastBefore]);

  return null;
}

function pageAtHand(): string {
  return location.pathname + location.search;
}
