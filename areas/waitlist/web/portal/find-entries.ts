import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Any spelling of a number as its digits: "+61 412 345 678" and "0412 345 678" share "412345678". */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^(?:0?61)?0?/, '');
}

const A_PHONE = /^[\d ()+./-]+$/;

/** The entries that match in name, email, phone or suburb; all of them without a search. */
export function findEntries(
  entries: readonly WaitlistEntryReply[],
  query: string,
): readonly WaitlistEntryReply[] {
  const needle = fold(query);
  if (needle === '') return entries;
  const digits = A_PHONE.test(needle) ? digitsOf(needle) : '';
  return entries.filter(({ name, email, phone, suburb }) => {
    const texts = [name ?? '', email, phone ?? '', suburb];
    const isByDigits = digits !== '' && digitsOf(phone ?? '').includes(digits);
    return isByDigits || texts.some((text) => fold(text).includes(needle));
  });
}
