CREATE TABLE "temperature_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "temperature_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"meal_id" integer,
	"meal_name" text,
	"date" date NOT NULL,
	"time_slot" text,
	"tenths" integer,
	"at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"probe" text NOT NULL,
	"limit" jsonb NOT NULL,
	"pass" boolean,
	"action" text,
	"action_at" timestamp with time zone,
	"action_staff_id" uuid,
	"action_staff_name" text,
	"corrects" integer,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"start_id" integer,
	"since_at" timestamp with time zone,
	"key" uuid NOT NULL,
	CONSTRAINT "temperature_readings_kind" CHECK ("temperature_readings"."kind" in ('core', 'chill_start', 'reached_21', 'reached_5', 'hot_hold', 'fridge', 'van', 'probe_check')),
	CONSTRAINT "temperature_readings_time_slot" CHECK ("temperature_readings"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "temperature_readings_action" CHECK ("temperature_readings"."action" in ('cooked_on', 'thrown_out', 'used_hot_now', 'called_supervisor')),
	CONSTRAINT "temperature_readings_value" CHECK ("temperature_readings"."tenths" is not null or "temperature_readings"."kind" = 'chill_start' or "temperature_readings"."is_withdrawn")
);
--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_corrects_temperature_readings_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."temperature_readings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_start_id_temperature_readings_id_fk" FOREIGN KEY ("start_id") REFERENCES "public"."temperature_readings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "temperature_readings_key" ON "temperature_readings" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "temperature_readings_corrects" ON "temperature_readings" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "temperature_readings_date" ON "temperature_readings" USING btree ("date");--> statement-breakpoint
CREATE INDEX "temperature_readings_start" ON "temperature_readings" USING btree ("start_id");
--> statement-breakpoint
-- What was done about a failure is written into its line once; lines past their time are deleted by the job that says so.
CREATE FUNCTION keep_temperature_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('mealrun.purging', true) = 'temperature_readings' THEN RETURN OLD; END IF;
  ELSIF OLD.action IS NULL AND NEW.action IS NOT NULL AND OLD.pass = false
    AND to_jsonb(NEW) - '{action,action_at,action_staff_id,action_staff_name}'::text[]
      = to_jsonb(OLD) - '{action,action_at,action_staff_id,action_staff_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER temperature_readings_append_only BEFORE UPDATE OR DELETE ON "temperature_readings"
FOR EACH ROW EXECUTE FUNCTION keep_temperature_record();
