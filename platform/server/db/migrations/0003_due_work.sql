ALTER TABLE "checkouts" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE TRIGGER refunds_tell_changed AFTER INSERT OR UPDATE OF "state", "failure_reason", "handled_at" ON "refunds"
FOR EACH ROW EXECUTE FUNCTION tell_refund_changed();
