CREATE TABLE "recipe_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipe_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"meal_version" integer NOT NULL,
	"kind" text NOT NULL,
	"before" jsonb NOT NULL,
	"finding" jsonb NOT NULL,
	"staff_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"settled_how" text,
	"note" text,
	CONSTRAINT "recipe_alerts_version" UNIQUE("delivery_id","person_id","meal_id","meal_version"),
	CONSTRAINT "recipe_alerts_kind" CHECK ("recipe_alerts"."kind" in ('stop', 'look', 'tell')),
	CONSTRAINT "recipe_alerts_settled_how" CHECK ("recipe_alerts"."settled_how" in ('swap', 'refund', 'spoken', 'put_back', 'order_changed'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "recipe_alerts" ADD CONSTRAINT "recipe_alerts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_alerts" ADD CONSTRAINT "recipe_alerts_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recipe_alerts_open" ON "recipe_alerts" USING btree ("delivery_id","person_id","meal_id") WHERE "recipe_alerts"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "recipe_alerts_order" ON "recipe_alerts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "recipe_alerts_meal" ON "recipe_alerts" USING btree ("meal_id","meal_version");--> statement-breakpoint
CREATE INDEX "order_items_meal" ON "order_items" USING btree ("meal_id","meal_date");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'recipe_alert', 'staff_invite', 'waitlist_welcome'));