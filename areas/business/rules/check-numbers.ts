/** The facts that are numbers, each within what the program and the law can bear. */
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/business.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { valueAt } from './fact-path.ts';
import { addProblem, type FactProblems } from './fact-problems.ts';

type Bounds = { min: number; max: number; unit?: 'cents' | 'minutes' | 'days'; because?: string };

const MOST_FEE_CENTS = 50_00;
const MOST_PRICE_CENTS = 200_00;

/** The columns of slots allow no more. */
const { min: FEWEST_PLACES, max: MOST_PLACES } = defaultBusiness.slotCapacity;

const NUMBERS: Record<string, Bounds> = {
  'cutoff.weekday': { min: 0, max: 6 },
  'cutoff.minuteOfDay': { min: 0, max: 24 * 60 - 1 },
  orderWeekStart: { min: 0, max: 6 },
  'people.min': { min: 1, max: 6 },
  'people.max': { min: 1, max: 6 },
  dailyFeeCents: { min: 0, max: MOST_FEE_CENTS, unit: 'cents' },
  weeklyFeeCents: { min: 0, max: MOST_FEE_CENTS, unit: 'cents' },
  dailyFromMeals: { min: 1, max: 14 },
  taxCents: { min: 0, max: MOST_FEE_CENTS, unit: 'cents' },
  advertisedAverageMealCents: { min: 1, max: MOST_PRICE_CENTS, unit: 'cents' },
  advertisedProteinGrams: { min: 1, max: 200 },
  freeDeliveryFromMeals: { min: 1, max: 200 },
  'slotCapacity.default': { min: FEWEST_PLACES, max: MOST_PLACES },
  'slotCapacity.min': { min: FEWEST_PLACES, max: MOST_PLACES },
  'slotCapacity.max': { min: 1, max: MOST_PLACES },
  fewPlacesLeft: { min: 0, max: MOST_PLACES },
  holdMinutes: {
    min: 5,
    max: 60,
    because: 'customers need time to pay, and others want the place',
  },
  holdExtensionMinutes: { min: 0, max: 60 },
  holdExtendableMinutes: { min: 0, max: 60 },
  phoneHoldMinutes: {
    min: 15,
    max: 48 * 60,
    because: 'callers need time to pay, and others want the place',
  },
  unpaidHoldSharePercent: { min: 1, max: 100 },
  graceAfterCutoffMinutes: { min: 0, max: 120 },
  keepsFreshDays: { min: 1, max: 10 },
  portionsPerBag: { min: 1, max: 50 },
  coreCelsius: { min: 60, max: 100, because: 'food law asks for at least 60 °C' },
  temperatureMonths: { min: 3, max: 120, because: 'food law asks for at least three months' },
  'missedChoice.untilMinute': { min: 0, max: 24 * 60 - 1 },
  menuUpdateWeekday: { min: 0, max: 6 },
  supportReplyHours: { min: 1, max: 168 },
  problemReplyHours: { min: 1, max: 168 },
};

export function checkNumbers(facts: BusinessFacts, problems: FactProblems): void {
  for (const [path, bounds] of Object.entries(NUMBERS)) {
    const value = valueAt(facts, path);
    if (value === null) continue;
    const isWhole = typeof value === 'number' && Number.isInteger(value);
    if (isWhole && value >= bounds.min && value <= bounds.max) continue;
    addProblem(problems, path, boundsMessage(bounds));
  }
}

function boundsMessage({ min, max, unit, because }: Bounds): string {
  const [from, to] = unit === 'cents' ? [formatDollars(min), formatDollars(max)] : [min, max];
  const range =
    unit === 'cents'
      ? `Please enter an amount between ${from} and ${to}`
      : `Please enter a whole number between ${from} and ${to}`;
  return because === undefined ? range : `${range}: ${because}`;
}
