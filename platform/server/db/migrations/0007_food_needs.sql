ALTER TABLE "order_items" DROP CONSTRAINT "order_items_place";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pending_reason";--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "dietary_tags" text[];--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "helping" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "override" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "allergens" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "diets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_place" UNIQUE("person_id","meal_date","meal_type","helping");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_helping" CHECK ("order_items"."helping" between 1 and 2);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pending_reason" CHECK ("orders"."pending_reason" in ('slot_full', 'past_cutoff', 'amount_differs', 'recipe_changed'));--> statement-breakpoint
-- Checkouts that are still open were frozen before people had allergens.
UPDATE "checkouts" SET "frozen_order" = jsonb_set("frozen_order", '{people}', (
  SELECT coalesce(jsonb_agg('{"allergens": [], "diets": [], "note": ""}'::jsonb || person ORDER BY place), '[]'::jsonb)
  FROM jsonb_array_elements("frozen_order" -> 'people') WITH ORDINALITY AS people (person, place)
));
