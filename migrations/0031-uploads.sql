-- What people send, found by every process: logos by the hash of their content, photos of claims by their sighting's id.
-- They are pictures as we wrote them anew, so none is large, and none ever changes.
CREATE TABLE uploads (
  folder text NOT NULL CHECK (folder IN ('logos', 'sightings')),
  name text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (folder, name)
);
-- Pictures are compressed already.
ALTER TABLE uploads ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TRIGGER uploads_append_only BEFORE UPDATE OR DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION refuse_change();
