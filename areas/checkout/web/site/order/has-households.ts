/** What is kept here of households, without the code that reads them: most devices keep none. */
export function hasHouseholds(): boolean {
  return keptIds().length > 0;
}

/** Whether this one is to be remembered still. */
export function keepsHousehold(id: string): boolean {
  return keptIds().includes(id);
}

function keptIds(): unknown[] {
  try {
    const kept = JSON.parse(localStorage.getItem('households') ?? '[]') as { id?: unknown }[];
    return kept.map(({ id }) => id);
  } catch {
    return [];
  }
}
