/** What was made of the last notes: those of a day are asked for again and again. */
const MOST_KNOWN = 2000;

/** The same reading, which nobody may change, for the same text and names. */
export function remembered<Reading>(
  read: (text: string, names: readonly string[]) => Reading,
): (text: string, names: readonly string[]) => Reading {
  const known = new Map<string, Reading>();
  return (text, names) => {
    const key = JSON.stringify([text, names]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = read(text, names);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, reading);
    return reading;
  };
}
