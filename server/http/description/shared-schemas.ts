/** Schemas that many calls share: named once in openapi.json, so that a generated client has one type for each. */
import { z } from 'zod';
import { RefundReply, AdminOrderReply } from '#contract/admin-orders.ts';
import { ChangeReply } from '#contract/audit.ts';
import { DeliveryReply } from '#contract/delivery/deliveries.ts';
import { SlotReply } from '#contract/delivery/delivery-slots.ts';
import { DriverReply } from '#contract/delivery/drivers.ts';
import { IncidentReply } from '#contract/delivery/incidents.ts';
import { MessageReply } from '#contract/emails.ts';
import { ErrorReply } from '#contract/endpoint.ts';
import { TemperatureReadingReply } from '#contract/kitchen/temperatures.ts';
import { MealReply, StaffMealReply } from '#contract/meals.ts';
import { QuoteReply } from '#contract/ordering.ts';
import { TrackedOrderReply } from '#contract/orders.ts';
import { PrintoutReply } from '#contract/printouts.ts';
import { SignedInReply } from '#contract/sign-in.ts';
import { StaffAccountReply } from '#contract/staff.ts';

/** Every refusal. Some say more: `details` of a conflict, for instance. */
export const RefusalReply = ErrorReply.loose();

const NAMED: Record<string, z.ZodType> = {
  Error: RefusalReply,
  AdminOrder: AdminOrderReply,
  Change: ChangeReply,
  Delivery: DeliveryReply,
  DeliverySlot: SlotReply,
  Driver: DriverReply,
  Incident: IncidentReply,
  Meal: MealReply,
  Message: MessageReply,
  Printout: PrintoutReply,
  Quote: QuoteReply,
  Refund: RefundReply,
  SignedIn: SignedInReply,
  StaffAccount: StaffAccountReply,
  StaffMeal: StaffMealReply,
  TemperatureReading: TemperatureReadingReply,
  TrackedOrder: TrackedOrderReply,
};

export const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) schemaRegistry.add(schema, { id });
