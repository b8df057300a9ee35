-- What /readyz writes, and takes back, after a write of somebody's has failed for want of room or leave. It stays empty.
CREATE TABLE write_probes (filler bytea NOT NULL);
-- Uncompressed: it is the room on the disk that is tried.
ALTER TABLE write_probes ALTER COLUMN filler SET STORAGE EXTERNAL;
