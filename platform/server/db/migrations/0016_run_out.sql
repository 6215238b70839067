CREATE TABLE "meal_choices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"meal_id" integer NOT NULL,
	"meal_name" text NOT NULL,
	"option_ids" integer[] NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"staff_email" text NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_how" text,
	"chosen_meal_id" integer,
	"chosen_name" text,
	"refund_cents" integer,
	CONSTRAINT "meal_choices_time_slot" CHECK ("meal_choices"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "meal_choices_settled_how" CHECK ("meal_choices"."settled_how" in ('customer', 'default', 'order_changed')),
	CONSTRAINT "meal_choices_refund" CHECK ("meal_choices"."refund_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "message_texts" DROP CONSTRAINT "message_texts_kind";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meal_choices_open" ON "meal_choices" USING btree ("delivery_id","person_id","meal_id") WHERE "meal_choices"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "meal_choices_order" ON "meal_choices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "meal_choices_due" ON "meal_choices" USING btree ("until") WHERE "meal_choices"."settled_at" is null;--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_kind" CHECK ("message_texts"."kind" in ('delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));