/**
 * What a kitchen serves, and how it brings it. The default kitchen has both services and both types of delivery, as the
 * spec has it; another may have one of each. What is booked stays when one goes.
 */
import { capitalised } from '#platform/rules/capitalised.ts';
import type { WindowFact } from '#areas/business/rules/delivery-windows.ts';

/** In the sequence of a day. */
export const SERVICE_TYPES = ['lunch', 'dinner'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** `name` and `plural`: as they read within a sentence. */
export type Service = { type: ServiceType; name: string; plural: string };

export const SERVICES_OF_THE_SPEC: Service[] = [
  { type: 'lunch', name: 'lunch', plural: 'lunches' },
  { type: 'dinner', name: 'dinner', plural: 'dinners' },
];

export type ServiceFacts = { services: readonly Service[] };

/** Those that are offered, in the sequence of a day. */
export function servedTypes({ services }: ServiceFacts): ServiceType[] {
  return SERVICE_TYPES.filter((type) => services.some((service) => service.type === type));
}

export function isServed(type: ServiceType, facts: ServiceFacts): boolean {
  return servedTypes(facts).includes(type);
}

/** One that is offered no longer, in an order from before, has the spec's words. */
export function serviceOf(type: ServiceType, { services }: ServiceFacts): Service {
  const ours = [...services, ...SERVICES_OF_THE_SPEC].find((service) => service.type === type);
  return ours ?? { type, name: type, plural: type };
}

/** "Lunch": a heading, a tab. */
export function serviceTitle(type: ServiceType, facts: ServiceFacts): string {
  return capitalised(serviceOf(type, facts).name);
}

/** "Lunches". */
export function servicesTitle(type: ServiceType, facts: ServiceFacts): string {
  return capitalised(serviceOf(type, facts).plural);
}

/** "1 lunch", "5 lunches". */
export function countOfService(count: number, type: ServiceType, facts: ServiceFacts): string {
  const { name, plural } = serviceOf(type, facts);
  return `${count} ${count === 1 ? name : plural}`;
}

/** "lunches and dinners": all that is offered. */
export function formatServices(facts: ServiceFacts): string {
  return servedTypes(facts)
    .map((type) => serviceOf(type, facts).plural)
    .join(' and ');
}

/** "lunch and dinner". */
export function formatDayOfServices(facts: ServiceFacts): string {
  return servedTypes(facts)
    .map((type) => serviceOf(type, facts).name)
    .join(' and ');
}

/** "We don’t serve lunch". */
export function notServed(type: ServiceType, facts: ServiceFacts): string {
  return `We don’t serve ${serviceOf(type, facts).name}`;
}

/** "Laksa is for dinner": of a meal that was asked for another service. */
export function notOfService(meal: { name: string; mealType: ServiceType }, facts: ServiceFacts) {
  return `${meal.name} is for ${serviceOf(meal.mealType, facts).name}`;
}

export const DELIVERY_TYPES = ['daily', 'weekly'] as const;

/** Daily: each meal on the day it is eaten. Weekly: everything on one day. */
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

export type DeliveryTypeFacts = {
  deliveryTypes: readonly DeliveryType[];
  deliveryWindows: readonly WindowFact[];
};

/** What customers can have. With one delivery day a week, everything comes on it. */
export function offeredDeliveryTypes({
  deliveryTypes,
  deliveryWindows,
}: DeliveryTypeFacts): DeliveryType[] {
  const offered = DELIVERY_TYPES.filter((type) => deliveryTypes.includes(type));
  const isOneDay = new Set(deliveryWindows.flatMap(({ weekdays }) => weekdays)).size === 1;
  return isOneDay && offered.includes('weekly') ? ['weekly'] : offered;
}
