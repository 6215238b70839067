DROP INDEX "order_items_delivery_id";--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "core_celsius" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag_seen_by" text;--> statement-breakpoint
CREATE INDEX "order_items_delivery_meal" ON "order_items" USING btree ("delivery_id","meal_id","meal_type","id");--> statement-breakpoint
ALTER TABLE "meals" ADD CONSTRAINT "meals_core_celsius" CHECK ("meals"."core_celsius" between 0 and 100);