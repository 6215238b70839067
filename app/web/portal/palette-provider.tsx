import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isCommandKey } from '#platform/web/ui/form/is-typing.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { OpenPaletteContext } from './palette-context.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

type Opened = 'palette' | 'keys' | null;

/** Ctrl-K opens the command palette wherever one is in the portal, so does `/` where nothing else is searched; `?` the list of keys. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      event.preventDefault();
      // What another dialog asks is answered first.
      if (opened !== null) close();
      else if (document.querySelector('dialog[open]') === null) setOpened('palette');
    } else if (event.key === '/' && isCommandKey(event) && !hasOwnSearch()) {
      event.preventDefault();
      setOpened('palette');
    } else if (event.key === '?' && isCommandKey(event)) {
      event.preventDefault();
      setOpened('keys');
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <OpenPaletteContext value={() => setOpened('palette')}>
      {children}
      {opened === 'palette' && (
        <Suspense>
          <CommandPalette onClose={close} onShowKeys={() => setOpened('keys')} />
        </Suspense>
      )}
      <KeysDialog open={opened === 'keys'} onClose={close} />
    </OpenPaletteContext>
  );
}

/** Then the key is that field's. */
function hasOwnSearch(): boolean {
  return document.querySelector('input[type=search]') !== null;
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
