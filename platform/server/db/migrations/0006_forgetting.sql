ALTER TABLE "orders" DROP CONSTRAINT "orders_phone";--> statement-breakpoint
ALTER TABLE "gateway_events" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "not_compared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "open_balances" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "gateway_events_to_purge" ON "gateway_events" USING btree ("received_at") WHERE "gateway_events"."payload" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_to_purge" ON "checkouts" USING btree ("hold_until") WHERE "checkouts"."state" in ('expired', 'replaced') and "checkouts"."purged_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_phone" CHECK ("orders"."phone" ~ '^([+]61[234578][0-9]{8})?$');--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a customer may blank what a change was about, in its own transaction, and nothing else.
  IF TG_OP = 'UPDATE' AND current_setting('mealrun.erasing', true) = 'on'
    AND (NEW.id, NEW.at, NEW.action, NEW.entity, NEW.entity_id)
      = (OLD.id, OLD.at, OLD.action, OLD.entity, OLD.entity_id)
    AND (NEW.staff_id, NEW.staff_email, NEW.ip)
      IS NOT DISTINCT FROM (OLD.staff_id, OLD.staff_email, OLD.ip)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
