ALTER TABLE "printed_documents" DROP CONSTRAINT "printed_documents_time_slot";--> statement-breakpoint
ALTER TABLE "cook_ticks" DROP CONSTRAINT "cook_ticks_time_slot";--> statement-breakpoint
ALTER TABLE "delivery_events" DROP CONSTRAINT "delivery_events_time_slot";--> statement-breakpoint
ALTER TABLE "delivery_slots" DROP CONSTRAINT "delivery_slots_time_slot";--> statement-breakpoint
ALTER TABLE "incident_rows" DROP CONSTRAINT "incident_rows_time_slot";--> statement-breakpoint
ALTER TABLE "incident_rows" DROP CONSTRAINT "incident_rows_to_time_slot";--> statement-breakpoint
ALTER TABLE "meal_choices" DROP CONSTRAINT "meal_choices_time_slot";--> statement-breakpoint
ALTER TABLE "missed_choices" DROP CONSTRAINT "missed_choices_to_time_slot";--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_time_slot";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_time_slot";--> statement-breakpoint
ALTER TABLE "printed_documents" ADD CONSTRAINT "printed_documents_time_slot" CHECK ("printed_documents"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("printed_documents"."time_slot", 5) < right("printed_documents"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "cook_ticks" ADD CONSTRAINT "cook_ticks_time_slot" CHECK ("cook_ticks"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("cook_ticks"."time_slot", 5) < right("cook_ticks"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_time_slot" CHECK ("delivery_events"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("delivery_events"."time_slot", 5) < right("delivery_events"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "delivery_slots" ADD CONSTRAINT "delivery_slots_time_slot" CHECK ("delivery_slots"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("delivery_slots"."time_slot", 5) < right("delivery_slots"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_time_slot" CHECK ("incident_rows"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("incident_rows"."time_slot", 5) < right("incident_rows"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_to_time_slot" CHECK ("incident_rows"."to_time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("incident_rows"."to_time_slot", 5) < right("incident_rows"."to_time_slot", 5));--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_time_slot" CHECK ("meal_choices"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("meal_choices"."time_slot", 5) < right("meal_choices"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "missed_choices" ADD CONSTRAINT "missed_choices_to_time_slot" CHECK ("missed_choices"."to_time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("missed_choices"."to_time_slot", 5) < right("missed_choices"."to_time_slot", 5));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_time_slot" CHECK ("runs"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("runs"."time_slot", 5) < right("runs"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_time_slot" CHECK ("temperature_readings"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("temperature_readings"."time_slot", 5) < right("temperature_readings"."time_slot", 5));