import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';
import type { ShownToast, ToastMessage } from './toast-region.tsx';

// The parts behind it are loaded with the first toast: most visitors never see one.
const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(async (): Promise<{ default: ComponentType<{ toast: ShownToast }> }> => {
  try {
    return { default: (await loadRegion()).ToastRegion };
  } catch {
    // Without a connection there is no toast, but still a page.
    return { default: () => null };
  }
});

/** For pages that will have something to say even when the connection is gone by then. */
export function preloadToasts(): void {
  loadRegion().catch(() => {});
}

const ShowToast = createContext<(message: ToastMessage) => void>(() => {});

/** Shows one toast at a time: a new one takes the place of the last. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast | null>(null);

  const showToast = useCallback((message: ToastMessage) => {
    setShown((last) => ({ ...message, key: (last?.key ?? 0) + 1 }));
  }, []);

  return (
    <ShowToast value={showToast}>
      {children}
      {shown && (
        <Suspense fallback={null}>
          <ToastRegion toast={shown} />
        </Suspense>
      )}
    </ShowToast>
  );
}

export function useToast() {
  return { showToast: useContext(ShowToast) };
}
