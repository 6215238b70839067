/** A meal's heating, shortened where its label has no room for all of it: the rest is behind the label's code. Ours. */

/** How much of it a label has. */
export const HEATING_PARTS = ['all', 'first_way', 'no_way'] as const;
export type HeatingPart = (typeof HEATING_PARTS)[number];

/** "Microwave: …", "Oven (best for the crust): …", "Serve cold, straight from the fridge: …" */
const WAY = /^\p{Lu}[^.:!?]{1,50}: /u;
/** Never within a number: "1.5 minutes". */
const BETWEEN_SENTENCES = /(?<=[.!?]) +(?=\p{Lu})/u;

/** What can't go stays: whether it may be heated at all, and how hot it must be. */
export function heatingText(text: string, part: HeatingPart): string {
  if (part === 'all' || text.trim() === '') return text;
  const sentences = text.trim().split(BETWEEN_SENTENCES);
  const ways = sentences.filter((sentence) => WAY.test(sentence));
  if (part === 'first_way') {
    const [first, ...others] = ways;
    if (first === undefined || others.length === 0) return text;
    return [...sentences.filter((sentence) => !others.includes(sentence)), 'More ways: scan.'].join(
      ' ',
    );
  }
  if (/do not heat/iu.test(text)) return 'Serve cold. Do not heat. More: scan.';
  const cold = /^serve cold/iu.test(text) ? 'Serve cold, or heat: ' : '';
  return `${cold}Reheat once only until steaming hot. More ways: scan.`;
}

/** Whether this part is shorter than all of it. */
export function isShorter(text: string, part: HeatingPart): boolean {
  return heatingText(text, part).length < text.length;
}
