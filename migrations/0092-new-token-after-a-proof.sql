-- After a proof a session goes on by a new token (page 37). The old one lives on for a minute, without the proof, for
-- calls that are under way, and points to the session that it was. Ending that ends it, too.
ALTER TABLE sign_ins
  ADD COLUMN replaced_by bytea REFERENCES sign_ins (token_hash) ON UPDATE CASCADE ON DELETE CASCADE;
CREATE INDEX sign_ins_replaced_by ON sign_ins (replaced_by) WHERE replaced_by IS NOT NULL;
