/** Schemas that many calls share: named once in openapi.json, so that a generated client has one type for each. */
import { z } from 'zod';
import { RefundReply, AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { ChangeReply } from '#platform/calls/audit.ts';
import { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { DriverReply } from '#areas/delivery/calls/drivers.ts';
import { IncidentReply } from '#areas/delivery/calls/incidents.ts';
import { MessageReply } from '#areas/messages/calls/emails.ts';
import { RefusalReply } from '#platform/calls/endpoint.ts';
import { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { MealReply, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { SignedInReply } from '#platform/calls/sign-in.ts';
import { StaffAccountReply } from '#areas/staff/calls/staff.ts';

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
