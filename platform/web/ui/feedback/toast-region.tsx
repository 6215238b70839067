import { Toast } from 'radix-ui';
import { useEffect } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type ToastTone = 'info' | 'success' | 'error';
export type ToastMessage = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** Called when it is on screen. */
  onShown?: () => void;
  /** Takes back what was done: a button, and ten seconds to press it. */
  undo?: () => void;
};
export type ShownToast = ToastMessage & { key: number };

const SHOWN_MS = 5000;
const UNDO_MS = 10_000;
const SWIPE_PX = 50;

const TONES: Record<ToastTone, string> = {
  info: 'border-info',
  success: 'border-success',
  error: 'border-danger',
};

export function ToastRegion({ toast }: { toast: ShownToast }) {
  return (
    <Toast.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      <Toast.Root
        key={toast.key}
        duration={toast.undo ? UNDO_MS : SHOWN_MS}
        className={classNames(
          'toast-slide flex items-start justify-between gap-3 rounded-2xl border border-l-8 bg-surface p-4 shadow-raised',
          TONES[toast.tone ?? 'info'],
        )}
      >
        {toast.onShown && <OnScreen onShown={toast.onShown} />}
        <div className="grid gap-0.5">
          <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
          {toast.description && (
            <Toast.Description className="text-sm">{toast.description}</Toast.Description>
          )}
        </div>
        {toast.undo && (
          <Toast.Action
            altText="Undo it on the page it was done on"
            onClick={toast.undo}
            className="min-h-10 shrink-0 rounded-lg px-2 font-semibold text-primary underline underline-offset-4"
          >
            Undo
          </Toast.Action>
        )}
        <Toast.Close
          aria-label="Dismiss"
          className="-mt-2 -mr-2 grid size-10 shrink-0 place-items-center rounded-full text-xl hover:bg-sunken"
        >
          ×
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        hotkey={['F8']}
        className="fixed inset-x-4 bottom-[calc(1rem+var(--bar,0px))] z-50 mx-auto grid max-w-md outline-none in-[body:has([data-order-bar])]:max-beside:bottom-32 sm:left-auto sm:right-6 sm:mx-0 sm:w-md sm:in-[body:has([data-unsaved])]:bottom-28"
      />
    </Toast.Provider>
  );
}

/** Inside the toast, so that it is only there once the toast is. */
function OnScreen({ onShown }: Required<Pick<ToastMessage, 'onShown'>>) {
  useEffect(() => {
    const frame = requestAnimationFrame(onShown);
    return () => cancelAnimationFrame(frame);
  }, [onShown]);
  return null;
}
