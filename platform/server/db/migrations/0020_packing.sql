CREATE TABLE "pack_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"food" text NOT NULL,
	"reopened" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_claims" (
	"delivery_id" integer PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_ticks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_ticks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"device_id" uuid,
	"key" uuid NOT NULL,
	CONSTRAINT "pack_ticks_state" CHECK ("pack_ticks"."state" in ('ticked', 'unticked', 'missing')),
	CONSTRAINT "pack_ticks_reason" CHECK ("pack_ticks"."reason" in ('not_cooked', 'damaged', 'cant_find'))
);
--> statement-breakpoint
ALTER TABLE "pack_checks" ADD CONSTRAINT "pack_checks_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_ticks" ADD CONSTRAINT "pack_ticks_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_checks_delivery" ON "pack_checks" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pack_ticks_key" ON "pack_ticks" USING btree ("key");--> statement-breakpoint
CREATE INDEX "pack_ticks_delivery" ON "pack_ticks" USING btree ("delivery_id","item_id");
--> statement-breakpoint
-- A slip of the finger is taken back by another tick. Rows go with their delivery only.
CREATE TRIGGER pack_ticks_append_only BEFORE UPDATE ON "pack_ticks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER pack_checks_append_only BEFORE UPDATE ON "pack_checks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER pack_ticks_tell_changed AFTER INSERT ON "pack_ticks"
FOR EACH ROW EXECUTE FUNCTION tell_delivery_changed();
