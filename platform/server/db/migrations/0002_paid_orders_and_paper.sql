CREATE TABLE "books_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "books_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"problems" jsonb NOT NULL,
	"days" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text,
	"order_id" integer,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"due_by" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented'))
);
--> statement-breakpoint
CREATE TABLE "printed_documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "printed_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"date" date NOT NULL,
	"time_slot" text,
	"amends" integer,
	"version" text NOT NULL,
	"state" jsonb NOT NULL,
	"printed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "printed_documents_kind" CHECK ("printed_documents"."kind" in ('prep_sheet', 'run_sheet', 'labels')),
	CONSTRAINT "printed_documents_format" CHECK ("printed_documents"."format" in ('pdf', 'csv')),
	CONSTRAINT "printed_documents_time_slot" CHECK ("printed_documents"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
CREATE TABLE "reconcile_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconcile_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seen" integer NOT NULL,
	"fixed" integer NOT NULL,
	"alarms" jsonb NOT NULL,
	CONSTRAINT "reconcile_runs_kind" CHECK ("reconcile_runs"."kind" in ('young', 'recent', 'by_hand'))
);
--> statement-breakpoint
ALTER TABLE "gateway_events" DROP CONSTRAINT "gateway_events_state";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "gateway_events" ALTER COLUMN "tries" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway_events" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "freezable" boolean;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "waitlist_entry_id" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mail" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "item_ids" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "handled_note" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_documents" ADD CONSTRAINT "printed_documents_amends_printed_documents_id_fk" FOREIGN KEY ("amends") REFERENCES "public"."printed_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "printed_documents_date" ON "printed_documents" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "reconcile_runs_at" ON "reconcile_runs" USING btree ("at");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_waitlist_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("waitlist_entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("id") WHERE "messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "messages_state_newest" ON "messages" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "refunds_under_way" ON "refunds" USING btree ("updated_at") WHERE "refunds"."state" in ('wanted', 'sent', 'pending');--> statement-breakpoint
ALTER TABLE "gateway_events" ADD CONSTRAINT "gateway_events_state" CHECK ("gateway_events"."state" in ('received', 'processed', 'ignored', 'unmatched'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_state" CHECK ("messages"."state" in ('waiting', 'sent', 'kept', 'failed', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tries" CHECK ("messages"."tries" >= 0);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'staff_invite', 'waitlist_welcome'));