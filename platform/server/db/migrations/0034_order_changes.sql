CREATE TABLE "change_holds" (
	"change_id" uuid NOT NULL,
	"slot_id" integer NOT NULL,
	CONSTRAINT "change_holds_change_id_slot_id_pk" PRIMARY KEY("change_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "order_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"state" text NOT NULL,
	"changed_by" text NOT NULL,
	"staff_email" text,
	"what" text[] NOT NULL,
	"from_version" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"paid_cents" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"waiting" jsonb,
	"content_hash" text,
	"top_up_id" uuid,
	"settled_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_changes_top_up" UNIQUE("top_up_id"),
	CONSTRAINT "order_changes_state" CHECK ("order_changes"."state" in ('waiting', 'applied', 'ended', 'refused')),
	CONSTRAINT "order_changes_by" CHECK ("order_changes"."changed_by" in ('customer', 'staff', 'system')),
	CONSTRAINT "order_changes_total" CHECK ("order_changes"."total_cents" >= 0),
	CONSTRAINT "order_changes_paid" CHECK ("order_changes"."paid_cents" >= 0),
	CONSTRAINT "order_changes_refund" CHECK ("order_changes"."refund_cents" >= 0),
	CONSTRAINT "order_changes_waiting_content" CHECK (("order_changes"."state" = 'waiting') = ("order_changes"."waiting" is not null)),
	CONSTRAINT "order_changes_waiting_payment" CHECK ("order_changes"."state" = 'applied' or "order_changes"."top_up_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "change_holds" ADD CONSTRAINT "change_holds_change_id_order_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."order_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_holds" ADD CONSTRAINT "change_holds_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_top_up_id_top_ups_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."top_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_one_waiting" ON "order_changes" USING btree ("order_id") WHERE "order_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "order_changes_order" ON "order_changes" USING btree ("order_id");