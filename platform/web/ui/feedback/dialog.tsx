import {
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useLayoutEffect,
} from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';

type DialogProps = {
  open: boolean;
  /** Escape, the close button or a tap outside the dialog. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Names the part that scrolls, and lets keyboards scroll it: for text with nothing to focus in it. */
  bodyLabel?: string;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** The only button at the foot, which closes it: "Done". */
  done?: string;
};

/** A modal dialog on the browser's own element: it traps and restores focus, and no inline style is needed. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, bodyLabel, done } = props;
  const actions =
    props.actions ??
    (done && (
      <Button size="small" onClick={onClose}>
        {done}
      </Button>
    ));
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);
  // Also where the whole dialog goes: what opened it has the focus again.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  function closeOnBackdrop(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    onClose();
  }

  return (
    // Tapping outside the dialog is a mouse convenience: keyboards have Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onCancel={handleCancel}
      className="m-auto text-left max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-2xl overflow-hidden rounded-3xl border border-line bg-surface text-ink shadow-raised backdrop:bg-[rgb(10_22_17/0.55)] max-sm:mb-4"
    >
      {open && (
        <div className="grid max-h-[calc(100dvh-2rem)] grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
          <header className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-7">
            <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
              {title}
            </h2>
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-xl hover:bg-sunken"
            >
              ×
            </button>
          </header>
          <div
            {...(bodyLabel !== undefined && {
              role: 'region',
              'aria-label': bodyLabel,
              tabIndex: 0,
            })}
            className="overflow-y-auto px-5 py-4 wrap-anywhere sm:px-7"
          >
            {children}
          </div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-7">
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  );
}
