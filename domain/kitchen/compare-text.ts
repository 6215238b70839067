/** For sorting by code unit: the same everywhere, whatever the device's language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
