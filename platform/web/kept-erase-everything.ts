/** All that this browser keeps for the site, of this tab and of all tabs: whatever a later part adds is erased too. */
export function eraseEverything(): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      globalThis[storage].clear();
    } catch {
      // Nothing was kept.
    }
  }
}
