/** 4597 and "aud" -> "$45.97"; other dollars and currencies carry their own sign. Every supported currency has two decimals. */
export function moneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-AU', { style: 'currency', currency }).format(amount / 100);
}
