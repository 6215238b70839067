CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION tell_site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('site_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER meals_tell_site AFTER INSERT OR UPDATE OR DELETE ON "meals"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER settings_tell_site AFTER INSERT OR UPDATE OR DELETE ON "settings"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "orders_search_text" ON "orders" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION tell_orders_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders_changed', json_build_object(
    'event', CASE TG_OP WHEN 'INSERT' THEN 'order-created' ELSE 'order-changed' END,
    'id', NEW.id, 'orderNumber', NEW.number)::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tell_changed AFTER INSERT OR UPDATE ON "orders"
FOR EACH ROW EXECUTE FUNCTION tell_orders_changed();
--> statement-breakpoint
CREATE FUNCTION tell_refund_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders_changed', json_build_object('event', 'order-changed',
    'id', NEW.order_id, 'orderNumber', (SELECT number FROM orders WHERE id = NEW.order_id))::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_tell_changed AFTER INSERT OR UPDATE ON "refunds"
FOR EACH ROW EXECUTE FUNCTION tell_refund_changed();
--> statement-breakpoint
CREATE FUNCTION tally_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tallies (status, change) SELECT status, count(*) FROM fresh GROUP BY status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_new AFTER INSERT ON "orders" REFERENCING NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION tally_new_orders();
--> statement-breakpoint
CREATE FUNCTION tally_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tallies (status, change) VALUES (OLD.status, -1), (NEW.status, 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_changed AFTER UPDATE OF "status" ON "orders"
FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tally_changed_order();
--> statement-breakpoint
CREATE FUNCTION tally_no_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM order_tallies;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tally_none AFTER TRUNCATE ON "orders"
FOR EACH STATEMENT EXECUTE FUNCTION tally_no_orders();
