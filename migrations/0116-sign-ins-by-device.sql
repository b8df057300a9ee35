-- Outside a transaction: indexes of growing tables. Each old device that is deleted was looked for in all sign-ins and
-- codes, by their foreign keys.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sign_ins_device ON sign_ins (device_id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS mailed_codes_device ON mailed_codes (device_id);
