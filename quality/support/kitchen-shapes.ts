/** Kitchens that serve or deliver otherwise than the default one, each with what belongs to its shape. */
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';

const [LUNCH, DINNER] = [0, 1].map((at) => defaultBusiness.services.slice(at, at + 1));
const MON_TO_FRI = [1, 2, 3, 4, 5];
const at = (timeSlot: `${string}-${string}`, weekdays: number[]) => ({
  deliveryWindows: [{ timeSlot, label: null, weekdays }],
  defaultWindow: timeSlot,
});

export const KITCHEN_SHAPES = {
  default: defaultBusiness,
  'dinner, Monday to Friday': {
    ...defaultBusiness,
    services: DINNER ?? [],
    ...at('16:00-18:00', MON_TO_FRI),
  },
  'Saturday only': { ...defaultBusiness, ...at('09:00-12:00', [6]) },
  'lunch only': { ...defaultBusiness, services: LUNCH ?? [], ...at('11:00-13:00', MON_TO_FRI) },
} satisfies Record<string, BusinessFacts>;

export type KitchenShape = keyof typeof KITCHEN_SHAPES;

export const SHAPE_NAMES = Object.keys(KITCHEN_SHAPES) as KitchenShape[];
