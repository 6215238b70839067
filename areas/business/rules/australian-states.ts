/** The states and territories by abbreviation, each with the digits that its postcodes begin with. */
const FIRST_DIGITS: Readonly<Record<string, string>> = {
  ACT: '02',
  NSW: '12',
  NT: '0',
  QLD: '49',
  SA: '5',
  TAS: '7',
  VIC: '38',
  WA: '6',
};

export const STATE_NAMES = Object.keys(FIRST_DIGITS);

/** Whether a postcode can be in this state, which may be undefined: then it can. Upper or lower case. */
export function canBeInState([digit = '']: string, state: string | undefined): boolean {
  return state === undefined || (FIRST_DIGITS[state.toUpperCase()]?.includes(digit) ?? false);
}
