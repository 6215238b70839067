CREATE TABLE "order_reminders" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));