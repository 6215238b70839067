import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readTyped, type TypedEarly, typeAgain } from './typed-early.ts';

type LifeOptions = {
  /** Whether `root` holds what the server rendered for this address. */
  isAsRendered: () => boolean;
  /** Told of what React met in `root` and did not expect. */
  onUnexpected: (error: unknown) => void;
};

/** Puts the app into `root`, which shows the page already; what was typed into it stays. Tells with an event, "alive". */
export function bringToLife(root: Element, app: ReactNode, options: LifeOptions): void {
  // In slices: hydrating a long menu must not delay a tap.
  startTransition(() => {
    // Translators put their words into "font": React would find others than its own, so it begins afresh.
    if (options.isAsRendered() && !root.querySelector('font')) {
      const living = <Living root={root}>{app}</Living>;
      hydrateRoot(root, living, { onRecoverableError: options.onUnexpected });
    } else {
      createRoot(root).render(
        <Living root={root} typed={readTyped(root)}>
          {app}
        </Living>,
      );
    }
  });
}

/** `typed`: what was typed into fields that are not there any more. */
function Living({
  root,
  typed,
  children,
}: {
  root: Element;
  typed?: TypedEarly;
  children: ReactNode;
}) {
  useEffect(() => {
    typeAgain(root, typed ?? readTyped(root));
    // The start script need not hold anything from now on.
    dispatchEvent(new Event('alive'));
  }, [root, typed]);
  return children;
}
