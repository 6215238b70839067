/** After signing in: a new page, so that nothing of the visitor's is left and the way back does not lead to the form. */
export function enter(next: string): void {
  location.replace(next);
}
