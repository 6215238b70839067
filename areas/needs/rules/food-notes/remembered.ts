/** What was made of the last texts: those of a day, and of the menu, are asked for again and again. */
const MOST_KNOWN = 2000;

/** The same reading, which nobody may change, for the same arguments: texts, numbers and lists of them. */
export function remembered<Asked extends readonly unknown[], Reading>(
  read: (...asked: Asked) => Reading,
): (...asked: Asked) => Reading {
  const known = new Map<string, Reading>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = read(...asked);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, reading);
    return reading;
  };
}
