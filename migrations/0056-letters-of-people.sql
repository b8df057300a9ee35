-- A letter belongs to a person, not to an address: an address may have been somebody else's before.
ALTER TABLE mails ADD COLUMN user_id uuid REFERENCES users;
UPDATE mails SET user_id = users.id FROM users WHERE lower(users.email) = lower(mails.recipient);
-- Of the others those whose address one account alone has had.
UPDATE mails SET user_id = had.user_id
FROM (
  SELECT lower(former) AS address, min(id::text)::uuid AS user_id
  FROM users, unnest(former_emails) former GROUP BY lower(former) HAVING count(DISTINCT id) = 1
) had
WHERE mails.user_id IS NULL AND had.address = lower(mails.recipient);
CREATE INDEX mails_user ON mails (user_id);

-- Until when somebody had a role who has none any more: for a while two must move them to another address.
ALTER TABLE users ADD COLUMN worked_until timestamptz;
UPDATE users SET worked_until = ended.at
FROM (
  SELECT subject, max(created_at) AS at FROM audit_trail
  WHERE action = 'staff.changed' AND detail->'after'->>'role' = 'player' GROUP BY subject
) ended
WHERE ended.subject = users.id::text AND users.role = 'player';
