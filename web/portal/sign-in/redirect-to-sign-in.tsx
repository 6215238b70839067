import { useEffect } from 'react';
import { paths } from '#web/navigation/paths.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';

const WAIT_MS = 1000;

/** Spec 8: says that signing in is required, and goes there a second later. */
export function RedirectToSignIn({ asksFor }: { asksFor: string }) {
  const { showToast } = useToast();

  useEffect(() => {
    showToast({
      title: 'Authentication Required',
      description: `Please log in to access ${asksFor}.`,
      tone: 'error',
    });
    const next = location.pathname + location.search;
    const leaving = setTimeout(() => location.assign(paths.login({ next })), WAIT_MS);
    return () => clearTimeout(leaving);
  }, [asksFor, showToast]);

  return null;
}
