/** Short; two texts that differ hardly ever have the same. No protection against someone who wants them to. */
export function checksum(text: string): string {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return sum.toString(36);
}
