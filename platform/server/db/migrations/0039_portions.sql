CREATE TABLE "meal_days" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"meal_id" integer NOT NULL,
	"date" date NOT NULL,
	"scope" text NOT NULL,
	"portions" integer,
	"held" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meal_days_meal_date_scope" UNIQUE("meal_id","date","scope"),
	CONSTRAINT "meal_days_scope" CHECK ("meal_days"."scope" in ('day', 'week')),
	CONSTRAINT "meal_days_portions" CHECK ("meal_days"."portions" between 0 and 9999),
	CONSTRAINT "meal_days_held" CHECK ("meal_days"."held" >= 0),
	CONSTRAINT "meal_days_booked" CHECK ("meal_days"."booked" >= 0),
	CONSTRAINT "meal_days_kept" CHECK ("meal_days"."kept" between 0 and "meal_days"."booked")
);
--> statement-breakpoint
CREATE TABLE "change_portion_holds" (
	"change_id" uuid NOT NULL,
	"meal_day_id" integer NOT NULL,
	"portions" integer NOT NULL,
	CONSTRAINT "change_portion_holds_change_id_meal_day_id_pk" PRIMARY KEY("change_id","meal_day_id"),
	CONSTRAINT "change_portion_holds_portions" CHECK ("change_portion_holds"."portions" > 0)
);
--> statement-breakpoint
CREATE TABLE "portion_holds" (
	"checkout_id" uuid NOT NULL,
	"meal_day_id" integer NOT NULL,
	"portions" integer NOT NULL,
	CONSTRAINT "portion_holds_checkout_id_meal_day_id_pk" PRIMARY KEY("checkout_id","meal_day_id"),
	CONSTRAINT "portion_holds_portions" CHECK ("portion_holds"."portions" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pending_reason";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "takes_portion" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "meal_days" ADD CONSTRAINT "meal_days_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_portion_holds" ADD CONSTRAINT "change_portion_holds_change_id_order_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."order_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_portion_holds" ADD CONSTRAINT "change_portion_holds_meal_day_id_meal_days_id_fk" FOREIGN KEY ("meal_day_id") REFERENCES "public"."meal_days"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portion_holds" ADD CONSTRAINT "portion_holds_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portion_holds" ADD CONSTRAINT "portion_holds_meal_day_id_meal_days_id_fk" FOREIGN KEY ("meal_day_id") REFERENCES "public"."meal_days"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pending_reason" CHECK ("orders"."pending_reason" in ('slot_full', 'past_cutoff', 'amount_differs', 'recipe_changed', 'meal_sold_out'));
--> statement-breakpoint
-- What is left of cancelled deliveries gives no portion back later. Rows of meal_days are counted when they are first asked for.
UPDATE "order_items" SET "takes_portion" = false FROM "deliveries"
WHERE "deliveries"."id" = "order_items"."delivery_id"
  AND ("deliveries"."status" = 'cancelled' OR NOT "deliveries"."takes_place" AND "deliveries"."status" = 'planned');
