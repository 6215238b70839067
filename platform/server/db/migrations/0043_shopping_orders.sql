CREATE TABLE "shopping_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopping_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
	"arrives" date NOT NULL,
	"number" integer NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"lines" jsonb NOT NULL,
	"way" text NOT NULL,
	"note" varchar(400) DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shopping_orders_number" UNIQUE("supplier_id","arrives","number"),
	CONSTRAINT "shopping_orders_way" CHECK ("shopping_orders"."way" in ('email', 'elsewhere')),
	CONSTRAINT "shopping_orders_count" CHECK ("shopping_orders"."number" >= 1),
	CONSTRAINT "shopping_orders_range" CHECK ("shopping_orders"."from_date" <= "shopping_orders"."to_date")
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD CONSTRAINT "shopping_orders_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
CREATE TRIGGER shopping_orders_append_only BEFORE UPDATE OR DELETE ON "shopping_orders"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
