import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useMayDo } from '#platform/web/api/session.ts';
import { isCommandKey } from '#platform/web/ui/form/is-typing.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { OpenSearchContext } from './search-context.ts';

const SearchPanel = lazy(async () => ({
  default: (await import('./search-panel.tsx')).SearchPanel,
}));

type Opened = 'search' | 'keys' | null;

/** Ctrl-K opens the search wherever one is in the portal, so does `/` where nothing else is searched; `?` the list of keys. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>(null);
  // Packers and drivers have their own page alone.
  const mayFind = useMayDo('seeDeliveries');
  const open = () => {
    if (mayFind) setOpened('search');
  };
  const close = () => setOpened(null);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSearchKey(event)) {
      event.preventDefault();
      // What another dialog asks is answered first.
      if (opened !== null) close();
      else if (document.querySelector('dialog[open]') === null) open();
    } else if (event.key === '/' && isCommandKey(event) && !hasOwnSearch()) {
      event.preventDefault();
      open();
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
    <OpenSearchContext value={open}>
      {children}
      {opened === 'search' && (
        <Suspense>
          <SearchPanel onClose={close} onShowKeys={() => setOpened('keys')} />
        </Suspense>
      )}
      <KeysDialog open={opened === 'keys'} onClose={close} />
    </OpenSearchContext>
  );
}

/** Then the key is that field's. */
function hasOwnSearch(): boolean {
  return document.querySelector('input[type=search]') !== null;
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
