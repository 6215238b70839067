/** Formats card numbers and expiry dates while they are typed. */

const LONGEST_NUMBER = 19;

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** "424242" -> "4242 42". */
export function groupCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, LONGEST_NUMBER)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** "1230" and "12/2030" -> "12 / 30"; "4" -> "04 / ", because no month starts with it. */
export function spaceExpiry(text: string): string {
  const digits = digitsOf(text).replace(/^([2-9])/, '0$1');
  const month = digits.slice(0, 2);
  const year = digits.length >= 6 ? digits.slice(4, 6) : digits.slice(2, 4);
  return month.length < 2 ? month : `${month} / ${year}`;
}

/** "12 / 30" -> { expMonth: "12", expYear: "30" }; null until both are complete. */
export function readExpiry(text: string): { expMonth: string; expYear: string } | null {
  const match = /^(\d{1,2})\D+(\d{2}|\d{4})$/.exec(text.trim());
  return match ? { expMonth: match[1] ?? '', expYear: match[2] ?? '' } : null;
}
