import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  createContext,
  useContext,
} from 'react';
import { useMayDo } from '#platform/web/api/session.ts';
import { isCommandKey } from '#platform/web/ui/form/search-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';

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

const LISTS = [
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['x', 'Tick the row, or untick it'],
  ['Shift + click', 'Tick all rows in between'],
  ['Enter', 'Open the row'],
  ['Esc', 'Untick all'],
] as const;

function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      {open && (
        <div className="grid gap-5">
          <Keys
            title="Everywhere in the portal"
            keys={[
              [searchKeys(), 'Find or do anything'],
              ['/', 'Search'],
              ['?', 'These keys'],
            ]}
          />
          <Keys title="In Customer Orders and Deliveries" keys={LISTS} />
        </div>
      )}
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-base font-bold">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-sunken px-2 py-0.5 font-sans text-sm whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Opens the search; does nothing outside the portal. */
const OpenSearchContext = createContext<() => void>(() => {});

export function useOpenSearch(): () => void {
  return useContext(OpenSearchContext);
}

/** As people call it on their keyboard. */
export function searchKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
