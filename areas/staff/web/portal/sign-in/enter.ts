/** Loads a new page after signing in, so that no visitor data stays and Back does not lead to the form. */
export function enter(next: string): void {
  location.replace(next);
}
