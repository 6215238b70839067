ALTER TABLE "books_checks" ADD COLUMN "not_compared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "open_balances" jsonb DEFAULT '[]'::jsonb NOT NULL;