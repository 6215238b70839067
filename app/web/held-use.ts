/** A form that is sent or a button that is pressed before its page is alive: it waits, and is used again as soon as React listens. */

/** Longer than the scripts take on a slow connection. */
const PATIENCE_MS = 8000;

const FAILED = 'We couldn’t load this. Check your connection and try again.';
/** Others work without React. */
const BUTTON =
  '[data-app] button[type="button"]:not([popovertarget], [data-heart], [data-only-hearts])';

type Use = {
  pressed: HTMLElement | null;
  repeat: () => void;
  /** Without React; null: it can only be said that it did not work. */
  instead: (() => void) | null;
};

let held: Use | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;
let notice: HTMLElement | null = null;

export function holdUse(event: Event): void {
  const use = event instanceof SubmitEvent ? sendingOf(event) : pressOf(event);
  if (!use) return;
  event.preventDefault();
  letGo();
  held = use;
  use.pressed?.setAttribute('aria-busy', 'true');
  patience = setTimeout(fallBack, PATIENCE_MS);
}

function sendingOf({ target: form, submitter }: SubmitEvent): Use | null {
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return null;
  return {
    pressed: submitter,
    // Autofill and translators may have replaced it.
    repeat: () => form.isConnected && form.requestSubmit(submitter),
    instead: form.hasAttribute('action') ? () => form.submit() : null,
  };
}

function pressOf({ target }: Event): Use | null {
  const button = target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null;
  return button && { pressed: button, repeat: () => button.click(), instead: null };
}

/** React is there. */
export function repeatUse(): void {
  letGo()?.repeat();
}

/** React is not coming, or not soon: a form with an address needs none, of others we say so. */
export function fallBack(): void {
  const use = letGo();
  if (!use) return;
  if (use.instead) {
    use.instead();
    return;
  }
  // Outside of what React compares with its own.
  notice = document.createElement('p');
  notice.role = 'alert';
  notice.className = 'fixed inset-x-0 bottom-0 z-40 bg-warning-soft p-4 text-center text-ink';
  notice.textContent = FAILED;
  document.body.append(notice);
}

function letGo(): Use | null {
  const before = held;
  clearTimeout(patience);
  notice?.remove();
  before?.pressed?.removeAttribute('aria-busy');
  held = null;
  return before;
}
