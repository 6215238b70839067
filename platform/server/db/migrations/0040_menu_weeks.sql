CREATE TABLE "menu_entries" (
	"week_start" date NOT NULL,
	"meal_id" integer NOT NULL,
	"days" smallint DEFAULT 127 NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "menu_entries_week_start_meal_id_pk" PRIMARY KEY("week_start","meal_id"),
	CONSTRAINT "menu_entries_days" CHECK ("menu_entries"."days" between 1 and 127),
	CONSTRAINT "menu_entries_position" CHECK ("menu_entries"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "menu_weeks" (
	"week_start" date PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "menu_weeks_state" CHECK ("menu_weeks"."state" in ('draft', 'ready')),
	CONSTRAINT "menu_weeks_version" CHECK ("menu_weeks"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "menu_entries" ADD CONSTRAINT "menu_entries_week_start_menu_weeks_week_start_fk" FOREIGN KEY ("week_start") REFERENCES "public"."menu_weeks"("week_start") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_entries" ADD CONSTRAINT "menu_entries_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER menu_weeks_tell_site AFTER INSERT OR UPDATE OR DELETE ON "menu_weeks"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER menu_entries_tell_site AFTER INSERT OR UPDATE OR DELETE ON "menu_entries"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
