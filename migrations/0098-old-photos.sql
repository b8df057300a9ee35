-- Photos of claims are deleted when their time is over, and most of them with the account; pictures of sponsors never
-- are, and no picture ever changes. Deleting goes through the function alone: the roles that serve have no right to
-- delete from the table, and the function takes no photo of a claim that waits for its verdict or its payout.
CREATE OR REPLACE TRIGGER uploads_append_only BEFORE UPDATE OR DELETE ON uploads
  FOR EACH ROW WHEN (OLD.folder <> 'sightings') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER photos_unchanged BEFORE UPDATE ON uploads
  FOR EACH ROW WHEN (OLD.folder = 'sightings') EXECUTE FUNCTION refuse_change();
CREATE FUNCTION delete_photos(sighting_ids uuid[]) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  WITH gone AS (
    DELETE FROM public.uploads u USING public.claim_sightings s, public.claims c
    WHERE s.id = ANY (sighting_ids) AND c.id = s.claim_id AND c.status <> 'pending' AND c.payout_status <> 'due'
      AND u.folder = 'sightings' AND u.name = s.id || '.webp'
    RETURNING u.name
  )
  SELECT count(*)::integer FROM gone
$$;
REVOKE ALL ON FUNCTION delete_photos(uuid[]) FROM PUBLIC;
