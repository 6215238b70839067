/** Rounds halves up to a multiple of `step`, a whole number. */
export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/** Rounds halves up to this many decimals. */
export function roundDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
