/** The food safety supervisor, whose certificate counts for less than five years. Standard 3.2.2A. */
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';

const CERTIFICATE_YEARS = 5;

/** The day from which the certificate counts no longer: of 29 February, 1 March. */
export function expiryOf(certifiedOn: PlainDate): PlainDate {
  const year = Number(certifiedOn.slice(0, 4)) + CERTIFICATE_YEARS;
  const day = certifiedOn.slice(5);
  return day === '02-29' ? `${year}-03-01` : addDays(`${year}-${day}`, 0);
}
