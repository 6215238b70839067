/** With a capital first; all else as it is. */
export function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
