CREATE TABLE "customer_merges" (
	"from_email" text PRIMARY KEY NOT NULL,
	"into_email" text NOT NULL,
	"merged_by" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_wave_people" (
	"wave_id" integer NOT NULL,
	"entry_id" bigint NOT NULL,
	CONSTRAINT "waitlist_wave_people_wave_id_entry_id_pk" PRIMARY KEY("wave_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "waitlist_waves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_waves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"suburbs" text[] NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "waitlist_waves_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "served_mark" boolean;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_wave_people" ADD CONSTRAINT "waitlist_wave_people_wave_id_waitlist_waves_id_fk" FOREIGN KEY ("wave_id") REFERENCES "public"."waitlist_waves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_wave_people" ADD CONSTRAINT "waitlist_wave_people_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merges_into" ON "customer_merges" USING btree ("into_email");--> statement-breakpoint
CREATE INDEX "customer_notes_order" ON "customer_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "waitlist_wave_people_entry" ON "waitlist_wave_people" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_kind_newest" ON "audit_log" USING btree ("entity","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_newest" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_staff_newest" ON "audit_log" USING btree (lower("staff_email"),"at","id");--> statement-breakpoint
CREATE INDEX "messages_waitlist_entry" ON "messages" USING btree ("waitlist_entry_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));