CREATE TABLE "top_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"order_version" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"payment_intent_id" text,
	"client_secret" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "top_ups_payment_intent_id" UNIQUE("payment_intent_id"),
	CONSTRAINT "top_ups_state" CHECK ("top_ups"."state" in ('open', 'ending', 'paid', 'ended')),
	CONSTRAINT "top_ups_amount" CHECK ("top_ups"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_order";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "top_up_id" uuid;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "top_ups_open" ON "top_ups" USING btree ("order_id") WHERE "top_ups"."state" = 'open';--> statement-breakpoint
CREATE INDEX "top_ups_due" ON "top_ups" USING btree ("open_until") WHERE "top_ups"."state" in ('open', 'ending');--> statement-breakpoint
CREATE INDEX "top_ups_order" ON "top_ups" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_top_up_id_top_ups_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."top_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_first" ON "payments" USING btree ("order_id") WHERE "payments"."top_up_id" is null;--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_top_up" UNIQUE("top_up_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_for" CHECK (num_nonnulls("payments"."checkout_id", "payments"."top_up_id") = 1);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));