/** What the domain of a sender lacks, so that other mail servers trust its emails. Advice: it stops nothing. */

/** "Your Kitchen <hello@meals.example.com>" -> "meals.example.com". */
export function senderDomain(sender: string): string {
  return (/@([^@>\s]+)>?\s*$/.exec(sender)?.[1] ?? '').toLowerCase();
}

/** The texts of the domain and of `_dmarc.` before it; null: nobody answered, so nothing is known. */
export type SenderRecords = { spf: readonly string[] | null; dmarc: readonly string[] | null };

export function senderAdvice(domain: string, { spf, dmarc }: SenderRecords): string[] {
  const senders = spf?.filter((text) => /^v=spf1(?:\s|$)/i.test(text)).length;
  const policies = dmarc?.filter((text) => /^v=DMARC1\b/i.test(text)).length;
  return [
    senders === 0 &&
      `${domain} has no SPF record, so emails may land in spam. Your email provider says which one to add.`,
    senders !== undefined &&
      senders > 1 &&
      `${domain} has ${senders} SPF records, and counts as having none. Join them into one.`,
    policies === 0 &&
      `${domain} has no DMARC record. Add one, such as “v=DMARC1; p=none”, at _dmarc.${domain}.`,
  ].filter((sentence) => sentence !== false);
}

/** What a sender of texts, or an address without https, brings with it. */
export function textAdvice(from: string, publicUrl: string): string[] {
  const isNumber = from.startsWith('+') || from.startsWith('MG');
  return [
    !isNumber &&
      `The sender is “${from}”: since 1 July 2026 a sender in letters that is not on the ACMA register shows as “Unverified”. A number needs no registration.`,
    !publicUrl.startsWith('https:') &&
      'The address is not https: nothing tells us of texts that never arrive.',
  ].filter((sentence) => sentence !== false);
}
