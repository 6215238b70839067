/** Whether this device keeps any, without the code that reads them: most keep none. */
export function hasHouseholds(): boolean {
  try {
    return localStorage.getItem('households') !== null;
  } catch {
    return false;
  }
}
