-- The form in which all spellings that usually reach one mailbox are equal, like canonicalEmail in domain/customer/email-address.ts.
CREATE FUNCTION canonical_email(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(regexp_replace(split_part(lower(trim(email)), '@', 1), '(.)\+.*$', '\1'), '.', '')
    || '@' || CASE split_part(lower(trim(email)), '@', 2) WHEN 'googlemail.com' THEN 'gmail.com'
      ELSE split_part(lower(trim(email)), '@', 2) END
$$;--> statement-breakpoint
-- The words of an address in one order and spelling: "Unit 3, 12 Shore Street" and "3/12 shore st" are equal.
CREATE FUNCTION address_key(line1 text, line2 text, postcode text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT postcode || coalesce(string_agg(' ' || short, '' ORDER BY short COLLATE "C"), '')
  FROM (
    SELECT CASE word
      WHEN 'street' THEN 'st' WHEN 'road' THEN 'rd' WHEN 'avenue' THEN 'ave' WHEN 'av' THEN 'ave'
      WHEN 'drive' THEN 'dr' WHEN 'court' THEN 'ct' WHEN 'crescent' THEN 'cres' WHEN 'cr' THEN 'cres'
      WHEN 'place' THEN 'pl' WHEN 'close' THEN 'cl' WHEN 'lane' THEN 'ln' WHEN 'parade' THEN 'pde'
      WHEN 'terrace' THEN 'tce' WHEN 'boulevard' THEN 'blvd' WHEN 'circuit' THEN 'cct'
      WHEN 'highway' THEN 'hwy' WHEN 'esplanade' THEN 'esp'
      WHEN 'north' THEN 'n' WHEN 'south' THEN 's' WHEN 'east' THEN 'e' WHEN 'west' THEN 'w'
      ELSE word END AS short
    FROM regexp_split_to_table(lower(line1 || ' ' || line2), '[^a-z0-9]+') AS word
    WHERE word NOT IN ('', 'unit', 'u', 'apartment', 'apt', 'flat', 'no')
  ) AS words
$$;--> statement-breakpoint
CREATE INDEX "orders_canonical_email" ON "orders" (canonical_email("email"));--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" ("phone");--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" (address_key("address_line1", "address_line2", "postcode"));
