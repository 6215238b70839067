import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { StoredWindow } from '#platform/calls/wire-values.ts';

export const BusinessReply = z.object({
  name: z.string(),
  tagline: z.string(),
  logo: z.object({ hash: z.string(), width: z.int(), height: z.int() }).nullable(),
  accentColour: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  location: z.string(),
  premises: z.string(),
  copyrightYear: z.int(),
  timeZone: z.string(),
  currency: z.literal('aud'),
  launchDate: z.string(),
  orderPrefix: z.string(),
  suburbs: z.array(z.object({ name: z.string(), postcode: z.string() })),
  region: z.object({
    suburbsPhrase: z.string(),
    areaPhrase: z.string(),
    shortName: z.string(),
    state: z.string(),
  }),
  deliveryWindows: z.array(
    z.object({
      timeSlot: StoredWindow,
      label: z.string().nullable(),
      weekdays: z.array(z.int()),
    }),
  ),
  closedDates: z.array(z.object({ date: z.string(), reason: z.string() })),
  cookWeekdays: z.array(z.int().min(0).max(6)),
  defaultWindow: StoredWindow,
  cutoff: z.object({ weekday: z.int(), minuteOfDay: z.int() }),
  orderWeekStart: z.int().min(0).max(6),
  people: z.object({ min: z.int(), max: z.int() }),
  caloriePlans: z.array(z.int()),
  defaultCaloriePlan: z.int(),
  dailyFeeCents: z.int(),
  weeklyFeeCents: z.int(),
  dailyFromMeals: z.int(),
  taxCents: z.int(),
  gstRegistered: z.boolean(),
  abn: z.string().nullable(),
  advertisedAverageMealCents: z.int(),
  advertisedProteinGrams: z.int(),
  advertisedTiers: z.array(
    z.object({ fromMeals: z.int(), toMeals: z.int().nullable(), priceCents: z.int() }),
  ),
  freeDeliveryFromMeals: z.int().nullable(),
  waitlistFirstOrderFree: z.boolean(),
  waitlistMealsPerWeek: z.array(z.int()),
  slotCapacity: z.object({ default: z.int(), min: z.int(), max: z.int() }),
  fewPlacesLeft: z.int(),
  holdMinutes: z.int(),
  holdExtensionMinutes: z.int(),
  holdExtendableMinutes: z.int(),
  phoneHoldMinutes: z.int(),
  unpaidHoldSharePercent: z.int().min(1).max(100),
  graceAfterCutoffMinutes: z.int(),
  keepsFreshDays: z.int(),
  portionsPerBag: z.int(),
  coreCelsius: z.int(),
  temperatureMonths: z.int(),
  missedChoice: z.object({
    untilMinute: z.int(),
    again: z.boolean(),
    cookAgain: z.boolean(),
    refund: z.boolean(),
  }),
  showNextWeek: z.boolean(),
  menuUpdateWeekday: z.int().min(0).max(6),
  supportReplyHours: z.int(),
  problemReplyHours: z.int(),
});

export const ConfigReply = z.object({
  business: BusinessReply,
  payments: z.object({ mode: z.enum(['sandbox', 'stripe']), publishableKey: z.string() }),
  /** The language model that may reword calorie advice; null: none. Shown to visitors before we send it anything. */
  adviser: z.object({ name: z.string() }).nullable(),
  /** False while emails are only saved and not sent: then no page may claim that one was sent. */
  sendsMail: z.boolean(),
  /** From the launch date on, by the kitchen's clock. */
  hasLaunched: z.boolean(),
});
export type ConfigReply = z.infer<typeof ConfigReply>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'Business facts, payment mode and publishable key',
  reply: ConfigReply,
});
