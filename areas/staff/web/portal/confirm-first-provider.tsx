import { type ReactNode, useCallback, useState } from 'react';
import { asksToConfirm, ConfirmFirst, NotConfirmed } from '#platform/web/api/confirm-first.ts';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

type Waiting = { proceed: () => void; giveUp: () => void };

/** Asks for the password when a call needs confirmation first, then repeats the call. */
export function ConfirmFirstProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  const send = useCallback(async <T,>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!asksToConfirm(error)) throw error;
      await new Promise<void>((resolve, reject) => {
        setWaiting({ proceed: resolve, giveUp: () => reject(new NotConfirmed()) });
      });
      return call();
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
