const SECOND_MS = 1000;

let offsetSeconds = 0;

/** Stripe's timestamps: whole seconds since 1970. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / SECOND_MS) + offsetSeconds;
}

/** From now on objects are dated this far from real time: a made-up past needs payments of last week. 0: real time again. */
export function moveClock(seconds: number): void {
  offsetSeconds = seconds;
}
