CREATE TABLE "slot_bells" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slot_bells_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slot_id" integer NOT NULL,
	"email" text NOT NULL,
	"mailbox" text NOT NULL,
	"network" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"held_until" timestamp with time zone,
	"checkout_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slot_bells_state" CHECK ("slot_bells"."state" in ('waiting', 'rung', 'taken', 'lapsed', 'stopped')),
	CONSTRAINT "slot_bells_held_until" CHECK ("slot_bells"."state" not in ('rung', 'taken') or "slot_bells"."held_until" is not null),
	CONSTRAINT "slot_bells_checkout" CHECK ("slot_bells"."state" <> 'taken' or "slot_bells"."checkout_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "slot_bells_one_each" ON "slot_bells" USING btree ("slot_id","mailbox") WHERE "slot_bells"."state" in ('waiting', 'rung');--> statement-breakpoint
CREATE INDEX "slot_bells_slot" ON "slot_bells" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "slot_bells_checkout_id" ON "slot_bells" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));