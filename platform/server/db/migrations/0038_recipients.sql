ALTER TABLE "message_texts" DROP CONSTRAINT "message_texts_channel";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_channel";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_token_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient_token_hash" UNIQUE("recipient_token_hash");--> statement-breakpoint
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_channel" CHECK ("message_texts"."channel" in ('email', 'text', 'recipient_text'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('email', 'text', 'recipient_text'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient" CHECK ("orders"."recipient" is null or coalesce("orders"."recipient" ->> 'phone', '') ~ '^[+]61[234578][0-9]{8}$');