import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react';

export type ToastTone = 'info' | 'success' | 'error';
export type ToastMessage = { title: string; description?: string; tone?: ToastTone };
export type ShownToast = ToastMessage & { key: number };

// The parts behind it are loaded with the first toast: most visitors never see one.
const ToastRegion = lazy(async () => ({
  default: (await import('./toast-region.tsx')).ToastRegion,
}));

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
