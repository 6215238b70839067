ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_off_reason";--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_key" UNIQUE("webhook_id","key");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_off_reason" CHECK ("webhooks"."off_reason" in ('failing', 'gone'));--> statement-breakpoint
-- An order or refund that is rebuilt after a restore is the same news under the same id: what the database still has of it is
-- not told again, and a receiver knows the rest by its id. `lasting` outlives the database; null: told once and never rebuilt.
CREATE FUNCTION tell_webhooks(event text, about jsonb, lasting text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_messages" ("webhook_id", "key", "type", "body")
  SELECT w.id, CASE WHEN lasting IS NULL THEN gen_random_uuid() ELSE md5(concat_ws(':', w.id, event, lasting))::uuid END,
    event, jsonb_build_object('type', event, 'data', about, 'timestamp',
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM "webhooks" w WHERE w.is_active AND w.events ? event
  ON CONFLICT ("webhook_id", "key") DO NOTHING;
  IF FOUND THEN
    PERFORM graphile_worker.add_job('poke_webhooks', priority => 5, max_attempts => 1);
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks(event text, about jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(event, about, NULL);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(
    CASE WHEN TG_OP = 'INSERT' THEN 'order.paid'
      WHEN NEW.status = 'cancelled' AND OLD.status <> 'cancelled' THEN 'order.cancelled'
      ELSE 'order.changed' END,
    jsonb_build_object('orderId', NEW.id, 'orderNumber', NEW.number, 'status', NEW.status,
      'total', to_char(NEW.total_cents / 100.0, 'FM9999999990.00'), 'version', NEW.version),
    CASE WHEN TG_OP = 'INSERT' THEN NEW.checkout_id::text END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('refund.' || NEW.state, jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'refundId', NEW.id, 'amount', to_char(NEW.amount_cents / 100.0, 'FM9999999990.00')), NEW.gateway_id)
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
