CREATE TABLE "daily_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"place" varchar(60) NOT NULL,
	"since" date NOT NULL,
	"until" date,
	CONSTRAINT "daily_checks_kind" CHECK ("daily_checks"."kind" in ('fridge', 'freezer', 'cleaning', 'sanitising')),
	CONSTRAINT "daily_checks_place_given" CHECK (btrim("daily_checks"."place") <> '')
);
--> statement-breakpoint
CREATE TABLE "food_safety_supervisors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "food_safety_supervisors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(60) NOT NULL,
	"certified_on" date,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "food_safety_supervisors_certified" CHECK (("food_safety_supervisors"."name" = '') = ("food_safety_supervisors"."certified_on" is null))
);
--> statement-breakpoint
CREATE TABLE "recall_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recall_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"goods_lot_id" integer NOT NULL,
	"is_drill" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"took_ms" integer NOT NULL,
	"deliveries" integer NOT NULL,
	"portions" integer NOT NULL,
	CONSTRAINT "recall_runs_took" CHECK ("recall_runs"."took_ms" >= 0),
	CONSTRAINT "recall_runs_deliveries" CHECK ("recall_runs"."deliveries" >= 0),
	CONSTRAINT "recall_runs_portions" CHECK ("recall_runs"."portions" >= 0)
);
--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_kind";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_action";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_value";--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "place" varchar(60);--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "goods_lot_id" integer;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "batch_id" integer;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "note" varchar(400) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "stored_as" text;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "used_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "recall_runs" ADD CONSTRAINT "recall_runs_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "daily_checks_once" ON "daily_checks" USING btree ("kind",lower("place")) WHERE "daily_checks"."until" is null;--> statement-breakpoint
CREATE INDEX "recall_runs_at" ON "recall_runs" USING btree ("at");--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "temperature_readings_goods_lot" ON "temperature_readings" USING btree ("goods_lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "goods_lots_key" ON "goods_lots" USING btree ("key");--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_kind" CHECK ("temperature_readings"."kind" in ('core', 'chill_start', 'reached_21', 'reached_5', 'hot_hold', 'fridge', 'freezer', 'van', 'probe_check', 'cleaning', 'sanitising', 'receipt'));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_action" CHECK ("temperature_readings"."action" in ('cooked_on', 'thrown_out', 'used_hot_now', 'moved_food', 'replaced_probe', 'refused', 'called_supervisor'));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_value" CHECK ("temperature_readings"."tenths" is not null or "temperature_readings"."kind" in ('chill_start', 'receipt', 'cleaning', 'sanitising') or "temperature_readings"."is_withdrawn");--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_stored_as" CHECK ("goods_lots"."stored_as" in ('chilled', 'frozen', 'hot', 'dry'));
--> statement-breakpoint
CREATE TRIGGER food_safety_supervisors_append_only BEFORE UPDATE OR DELETE ON "food_safety_supervisors"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER recall_runs_append_only BEFORE UPDATE OR DELETE ON "recall_runs"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
