CREATE TABLE "incident_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"time_slot" text NOT NULL,
	"stop" integer,
	"choice" text NOT NULL,
	"to_date" date,
	"to_time_slot" text,
	"state" text NOT NULL,
	"code" text,
	"message" text,
	"refund_cents" integer,
	"is_told" boolean DEFAULT false NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "incident_rows_once" UNIQUE("incident_id","delivery_id"),
	CONSTRAINT "incident_rows_choice" CHECK ("incident_rows"."choice" in ('move', 'refund', 'leave')),
	CONSTRAINT "incident_rows_state" CHECK ("incident_rows"."state" in ('waiting', 'done', 'failed', 'left')),
	CONSTRAINT "incident_rows_time_slot" CHECK ("incident_rows"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "incident_rows_to_time_slot" CHECK ("incident_rows"."to_time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "incident_rows_refund" CHECK ("incident_rows"."refund_cents" >= 0),
	CONSTRAINT "incident_rows_to" CHECK (("incident_rows"."choice" = 'move') = ("incident_rows"."to_date" is not null and "incident_rows"."to_time_slot" is not null))
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"time_slots" text[] NOT NULL,
	"cause" text NOT NULL,
	"same_bag" boolean NOT NULL,
	"notify" boolean NOT NULL,
	"change_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "missed_choices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "missed_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"offered" text[] NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"chosen" text,
	"chosen_at" timestamp with time zone,
	"to_date" date,
	"to_time_slot" text,
	"refund_cents" integer,
	CONSTRAINT "missed_choices_once" UNIQUE("delivery_id","attempt"),
	CONSTRAINT "missed_choices_chosen" CHECK ("missed_choices"."chosen" in ('again', 'refund', 'call')),
	CONSTRAINT "missed_choices_to_time_slot" CHECK ("missed_choices"."to_time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "missed_choices_refund" CHECK ("missed_choices"."refund_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_choices" ADD CONSTRAINT "missed_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incident_rows_waiting" ON "incident_rows" USING btree ("delivery_id") WHERE "incident_rows"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "incident_rows_order" ON "incident_rows" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "incidents_open" ON "incidents" USING btree ("date") WHERE "incidents"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "missed_choices_order" ON "missed_choices" USING btree ("order_id");