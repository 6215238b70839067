import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { ClosingContext, type ToClose } from '#areas/places/web/portal/closing.ts';

const CloseDialog = lazy(async () => ({
  default: (await import('#areas/delivery/web/portal/close-dialog.tsx')).CloseDialog,
}));

/** The dialog of `useClosing`, over whatever page asks for it; of several questions one after the other. */
export function ClosingProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly ToClose[]>([]);
  const [first] = asked;
  const open = useCallback((what: ToClose) => setAsked((before) => [...before, what]), []);
  return (
    <ClosingContext value={open}>
      {children}
      {first && (
        <Suspense>
          <CloseDialog
            key={JSON.stringify(first)}
            first={first}
            onClose={() => setAsked((before) => before.slice(1))}
          />
        </Suspense>
      )}
    </ClosingContext>
  );
}
