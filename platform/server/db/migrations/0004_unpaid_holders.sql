ALTER TABLE "slot_holds" ADD COLUMN "holder_network" text;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD COLUMN "holder_email" text;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD COLUMN "holder_phone" text;