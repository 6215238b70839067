/**
 * Resolves once what a page was sending or fetching has ended. After each test of such a page: what is still under way
 * would reach into the next one. `name` is that of the lock of its work loop.
 */
export async function whenIdle(name: string): Promise<void> {
  await navigator.locks.request(name, () => undefined);
}
