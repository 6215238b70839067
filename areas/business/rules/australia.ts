/** Australian phone numbers, exactly by the spec's rule; stored as +61 and nine digits. Spec 5. */

export const PHONE_MESSAGE =
  'Please enter a valid Australian phone number (e.g., 0412 345 678 or +61 412 345 678)';

/** As typed, separators included. */
export const LONGEST_PHONE = 40;

const NATIONAL = /^0[23478]\d{8}$/;
const INTERNATIONAL = /^61[234578]\d{8}$/;
const INTERNATIONAL_WITH_ZERO = /^061[234578]\d{8}$/;

/** The number as +61…, or null if it is not a valid Australian phone number. Everything but digits is ignored. */
export function normalisePhone(text: string): string | null {
  if (text.trim().length > LONGEST_PHONE) return null;
  const digits = text.replaceAll(/\D/g, '');
  if (NATIONAL.test(digits)) return `+61${digits.slice(1)}`;
  if (INTERNATIONAL.test(digits)) return `+${digits}`;
  if (INTERNATIONAL_WITH_ZERO.test(digits)) return `+${digits.slice(1)}`;
  return null;
}

/** Whether a normalised number is a mobile phone, the only kind that takes text messages. */
export function isMobile(normalised: string): boolean {
  return /^\+614\d{8}$/.test(normalised);
}

/**
 * "+61412345678" -> "0412 345 678", "+61738210000" -> "(07) 3821 0000". Numbers starting with 5 have no national form.
 */
export function formatPhone(normalised: string): string {
  if (!normalised.startsWith('+61')) return normalised;
  if (normalised.startsWith('+615')) {
    return `+61 ${normalised.slice(3, 6)} ${normalised.slice(6, 9)} ${normalised.slice(9)}`;
  }
  const national = `0${normalised.slice(3)}`;
  return national.startsWith('04')
    ? `${national.slice(0, 4)} ${national.slice(4, 7)} ${national.slice(7)}`
    : `(${national.slice(0, 2)}) ${national.slice(2, 6)} ${national.slice(6)}`;
}

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
