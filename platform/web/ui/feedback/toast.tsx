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

// The toast's own code is loaded with the first one: most visitors never see any.
const loadRegion = () => import('./toast-region.tsx');
const ToastRegion = lazy(async (): Promise<{ default: ComponentType<{ toast: ShownToast }> }> => {
  try {
    return { default: (await loadRegion()).ToastRegion };
  } catch {
    // Without a connection there is no toast, but the page still works.
    return { default: () => null };
  }
});

/** For pages that may need a toast when the connection is gone. */
export function preloadToasts(): void {
  loadRegion().catch(() => {});
}

const ShowToast = createContext<(message: ToastMessage) => void>(() => {});

/** Shows one toast at a time: a new one replaces the last. */
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
