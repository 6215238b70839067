/** A form that is sent before its page is alive: it waits, and is sent again as soon as React listens. */

/** Longer than the scripts take on a slow connection. */
const PATIENCE_MS = 8000;

const FAILED = 'We couldn’t load this. Check your connection and try again.';

let held: { form: HTMLFormElement; submitter: HTMLElement | null } | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;
let notice: HTMLElement | null = null;

export function holdUse(event: Event): void {
  const { target: form, submitter } = event as SubmitEvent;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return;
  event.preventDefault();
  letGo();
  held = { form, submitter };
  submitter?.setAttribute('aria-busy', 'true');
  patience = setTimeout(fallBack, PATIENCE_MS);
}

/** React is there. */
export function repeatUse(): void {
  const { form, submitter } = letGo() ?? {};
  // Autofill and translators may have replaced it.
  if (form?.isConnected) form.requestSubmit(submitter);
}

/** React is not coming, or not soon: a form with an address needs none, of others we say so. */
export function fallBack(): void {
  const { form } = letGo() ?? {};
  if (!form) return;
  if (form.hasAttribute('action')) {
    form.submit();
    return;
  }
  // Outside of what React compares with its own.
  notice = document.createElement('p');
  notice.role = 'alert';
  notice.className = 'fixed inset-x-0 bottom-0 z-40 bg-warning-soft p-4 text-center text-ink';
  notice.textContent = FAILED;
  document.body.append(notice);
}

function letGo(): typeof held {
  const before = held;
  clearTimeout(patience);
  notice?.remove();
  before?.submitter?.removeAttribute('aria-busy');
  held = null;
  return before;
}
