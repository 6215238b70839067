export function DailyPrepTab() {
  return null;
}
