-- A transfer's sum was computed once for each of its entries, at the commit. Now each statement that adds entries must
-- leave every transfer that it touched at zero, so it is computed once, and a transfer in two parts is refused at the first.
-- A connection keeps its plan: one that was made while the table was small must not read all of it later.
DROP TRIGGER ledger_entries_sum ON ledger_entries;
CREATE OR REPLACE FUNCTION transfer_sums_to_zero() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE wrong bigint;
BEGIN
  SELECT t.transfer_id INTO wrong FROM (SELECT DISTINCT transfer_id FROM added) t
    WHERE (SELECT sum(e.amount_cents) FROM ledger_entries e WHERE e.transfer_id = t.transfer_id) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transfer % does not sum to zero', wrong;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_sum AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION transfer_sums_to_zero();
