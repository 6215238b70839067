/** Throws a plain error, which says that `what` is missing: a fault of ours, never of a request. */
export function assertDefined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`${what} is missing`);
  return value;
}
