CREATE TABLE "cook_ticks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cook_ticks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"meal_id" integer NOT NULL,
	"asked" integer NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"key" uuid NOT NULL,
	CONSTRAINT "cook_ticks_time_slot" CHECK ("cook_ticks"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
ALTER TABLE "cook_ticks" ADD CONSTRAINT "cook_ticks_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cook_ticks_key" ON "cook_ticks" USING btree ("key");--> statement-breakpoint
CREATE INDEX "cook_ticks_slot" ON "cook_ticks" USING btree ("date","time_slot","meal_id");
--> statement-breakpoint
-- A slip of the finger is taken back by another tick.
CREATE TRIGGER cook_ticks_append_only BEFORE UPDATE OR DELETE ON "cook_ticks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
