/** Stripe's timestamps: whole seconds since 1970. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
