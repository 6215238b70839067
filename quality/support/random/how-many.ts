/** How many random cases a test plays: all in `npm run test:release`, a tenth in `npm test`. */
export function howMany(cases: number): number {
  return process.env['RANDOM_CASES'] === 'all' ? cases : Math.ceil(cases / 10);
}
