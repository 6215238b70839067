/** Where the kitchen delivers, and what time it is there. */
import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { isTimeZone } from '#platform/rules/zoned-time.ts';
import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { textProblem } from './check-names.ts';
import { addProblem, type FactProblems } from './fact-problems.ts';

export const MOST_SUBURBS = 500;

export function checkSuburbs({ suburbs, timeZone }: BusinessFacts, problems: FactProblems): void {
  if (!isTimeZone(timeZone)) {
    addProblem(problems, 'timeZone', 'Please choose a time zone, such as Australia/Hobart');
  }
  if (suburbs.length === 0) {
    addProblem(problems, 'suburbs', 'Please add the first suburb that you deliver to');
  }
  if (suburbs.length > MOST_SUBURBS) {
    addProblem(
      problems,
      'suburbs',
      `Please keep to ${MOST_SUBURBS} suburbs: these are ${suburbs.length}`,
    );
    return;
  }
  const seen = new Map<string, number>();
  for (const [index, { name, postcode }] of suburbs.entries()) {
    const message = textProblem(name, 'the name of the suburb', LONGEST_SUBURB);
    if (message !== null) addProblem(problems, `suburbs.${index}.name`, message);
    if (!/^\d{4}$/.test(postcode)) {
      addProblem(problems, `suburbs.${index}.postcode`, 'Please enter a postcode of four digits');
    }
    const key = name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else {
      addProblem(
        problems,
        `suburbs.${index}.name`,
        `Please remove one: ${name.trim()} is on the list twice, as number ${first + 1} and ${index + 1}`,
      );
    }
  }
}
