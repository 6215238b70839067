/** Where letters are typed or choose something, so that they are no command. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null
  );
}

/** A key alone, while nothing is typed and no dialog is open. */
export function isCommandKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !isTyping(event.target) && document.querySelector('dialog[open]') === null;
}
