export const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon, Wed and Fri"; empty without any. */
export function nameDays(days: readonly boolean[]): string {
  const names = WEEK_DAYS.filter((_, index) => days[index]);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
