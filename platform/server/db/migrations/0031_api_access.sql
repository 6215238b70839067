CREATE TABLE "webhook_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"answer" text NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_off_reason" CHECK ("webhooks"."off_reason" in ('failing')),
	CONSTRAINT "webhooks_off" CHECK ("webhooks"."off_reason" is null or not "webhooks"."is_active")
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" uuid NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_messages_state" CHECK ("webhook_messages"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"rights" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_on" date,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_hash" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_year_at_most" CHECK ("api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '366 days')
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_message" ON "webhook_attempts" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_log" ON "webhook_messages" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_open" ON "webhook_messages" USING btree ("webhook_id","id") WHERE "webhook_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "api_tokens_staff" ON "api_tokens" USING btree ("staff_id");--> statement-breakpoint
-- In the transaction of the change, whoever makes it: what was committed is told, and nothing else. With its job, so that
-- it is sent at once; the clock makes up for one that fails.
CREATE FUNCTION tell_webhooks(event text, about jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_messages" ("webhook_id", "type", "body")
  SELECT w.id, event, jsonb_build_object('type', event, 'data', about, 'timestamp',
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM "webhooks" w WHERE w.is_active AND w.events ? event;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('poke_webhooks', priority => 5, max_attempts => 1);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(
    CASE WHEN TG_OP = 'INSERT' THEN 'order.paid'
      WHEN NEW.status = 'cancelled' AND OLD.status <> 'cancelled' THEN 'order.cancelled'
      ELSE 'order.changed' END,
    jsonb_build_object('orderId', NEW.id, 'orderNumber', NEW.number, 'status', NEW.status,
      'total', to_char(NEW.total_cents / 100.0, 'FM9999999990.00'), 'version', NEW.version));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tell_webhooks_new AFTER INSERT ON "orders"
FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_order();
--> statement-breakpoint
CREATE TRIGGER orders_tell_webhooks_changed AFTER UPDATE OF "status", "version" ON "orders"
FOR EACH ROW WHEN (OLD.version <> NEW.version OR OLD.status <> NEW.status)
EXECUTE FUNCTION tell_webhooks_of_order();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('delivery.changed', jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'deliveryId', NEW.id, 'date', NEW.date, 'timeSlot', NEW.time_slot, 'status', NEW.status, 'version', NEW.version))
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER deliveries_tell_webhooks AFTER UPDATE OF "status", "date", "time_slot" ON "deliveries"
FOR EACH ROW WHEN ((OLD.status, OLD.date, OLD.time_slot) IS DISTINCT FROM (NEW.status, NEW.date, NEW.time_slot))
EXECUTE FUNCTION tell_webhooks_of_delivery();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('refund.' || NEW.state, jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'refundId', NEW.id, 'amount', to_char(NEW.amount_cents / 100.0, 'FM9999999990.00')))
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_tell_webhooks_new AFTER INSERT ON "refunds"
FOR EACH ROW WHEN (NEW.state IN ('succeeded', 'failed')) EXECUTE FUNCTION tell_webhooks_of_refund();
--> statement-breakpoint
CREATE TRIGGER refunds_tell_webhooks_changed AFTER UPDATE OF "state" ON "refunds"
FOR EACH ROW WHEN (NEW.state IN ('succeeded', 'failed') AND OLD.state <> NEW.state)
EXECUTE FUNCTION tell_webhooks_of_refund();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a customer may blank what a change was about, in its own transaction, and nothing else.
  IF TG_OP = 'UPDATE' AND current_setting('mealrun.erasing', true) = 'on'
    AND (NEW.id, NEW.at, NEW.action, NEW.entity, NEW.entity_id)
      = (OLD.id, OLD.at, OLD.action, OLD.entity, OLD.entity_id)
    AND (NEW.staff_id, NEW.staff_email, NEW.token_name, NEW.ip)
      IS NOT DISTINCT FROM (OLD.staff_id, OLD.staff_email, OLD.token_name, OLD.ip)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
