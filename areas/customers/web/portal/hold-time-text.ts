/** "2 hours", "45 minutes", "1 hour 30 minutes". */
export function holdTimeText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours === 0 ? [] : [hours === 1 ? '1 hour' : `${hours} hours`]),
    ...(rest === 0 ? [] : [rest === 1 ? '1 minute' : `${rest} minutes`]),
  ].join(' ');
}
