CREATE TABLE "phone_orders" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"taken_by" text NOT NULL,
	"send_by" text NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"tells_cancelled" boolean DEFAULT true NOT NULL,
	"seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_orders_token_hash" UNIQUE("token_hash"),
	CONSTRAINT "phone_orders_send_by" CHECK ("phone_orders"."send_by" in ('email', 'email_and_text')),
	CONSTRAINT "phone_orders_sends" CHECK ("phone_orders"."sends" > 0),
	CONSTRAINT "phone_orders_cancelled" CHECK (("phone_orders"."cancelled_at" is null) = ("phone_orders"."cancelled_by" is null))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "by_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_orders" ADD CONSTRAINT "phone_orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_orders_to_remind" ON "phone_orders" USING btree ("remind_at") WHERE "phone_orders"."reminded_at" is null and "phone_orders"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "phone_orders_newest" ON "phone_orders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));