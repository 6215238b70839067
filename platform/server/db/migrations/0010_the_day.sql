CREATE TABLE "delivery_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"status" text NOT NULL,
	"status_before" text NOT NULL,
	"is_decisive" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"staff_name" text,
	"key" uuid,
	"change_id" uuid NOT NULL,
	"undoes" integer,
	"reason" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	CONSTRAINT "delivery_events_status" CHECK ("delivery_events"."status" in ('planned', 'cooked', 'packed', 'out', 'delivered', 'missed', 'cancelled')),
	CONSTRAINT "delivery_events_status_before" CHECK ("delivery_events"."status_before" in ('planned', 'cooked', 'packed', 'out', 'delivered', 'missed', 'cancelled')),
	CONSTRAINT "delivery_events_time_slot" CHECK ("delivery_events"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_arranged" boolean DEFAULT false NOT NULL,
	"arranged_by" text,
	"fixed_at" timestamp with time zone,
	CONSTRAINT "runs_date_time_slot_pk" PRIMARY KEY("date","time_slot"),
	CONSTRAINT "runs_time_slot" CHECK ("runs"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_order_date_time_slot";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "status_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "status_by" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "stop" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_undoes_delivery_events_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."delivery_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_key" ON "delivery_events" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_undoes" ON "delivery_events" USING btree ("undoes") WHERE "delivery_events"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "delivery_events_delivery" ON "delivery_events" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "delivery_events_change" ON "delivery_events" USING btree ("change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_order_date_time_slot" ON "deliveries" USING btree ("order_id","date","time_slot") WHERE "deliveries"."status" <> 'cancelled';--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_flag" CHECK ("deliveries"."flag" in ('after_cancel', 'two_reports'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_stop" CHECK ("deliveries"."stop" >= 0);--> statement-breakpoint
-- Two stops swap their numbers in one transaction: looked at when it ends.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_run_stop" UNIQUE ("date", "time_slot", "stop") DEFERRABLE INITIALLY DEFERRED;

--> statement-breakpoint
CREATE FUNCTION tell_delivery_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders_changed', json_build_object('event', 'order-changed', 'id', o.id, 'orderNumber', o.number)::text)
  FROM deliveries d JOIN orders o ON o.id = d.order_id WHERE d.id = NEW.delivery_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_changed AFTER INSERT ON "delivery_events"
FOR EACH ROW EXECUTE FUNCTION tell_delivery_changed();
