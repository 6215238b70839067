/** What was written last into an element that React does not write. */
const written = new WeakMap<Element, string>();

/** Writes once what is new: a translator puts it into other words at once, and to take those back would never end. */
export function showText(element: Element, text: string): void {
  if ((written.get(element) ?? element.textContent) === text) return;
  written.set(element, text);
  element.textContent = text;
}
