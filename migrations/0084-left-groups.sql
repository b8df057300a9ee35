-- Who has left a group. The seat is a guest's from then on, without the name of who left. What still names that account
-- (the order as it was typed, kept answers to the buyer) is found by this when the account is deleted.
ALTER TABLE sessions ADD COLUMN left_by uuid REFERENCES users;
CREATE INDEX sessions_left_by ON sessions (left_by) WHERE left_by IS NOT NULL;

-- Who left before: the order still has the player ID as the buyer typed it.
UPDATE sessions s SET left_by = u.id, player_name = 'Friend ' || (s.friend_index + 1)
FROM orders o, users u
WHERE s.user_id IS NULL AND o.session_id = s.main_session_id AND s.friend_index IS NOT NULL
  AND u.player_id = translate(
    upper(regexp_replace(o.group_data -> 'friends' -> s.friend_index ->> 'userId', '[^0-9A-Za-z]', '', 'g')), 'ILO', '110');
UPDATE sessions m SET group_data = jsonb_set(m.group_data, '{friends}', (
  SELECT jsonb_agg(CASE WHEN s.id IS NULL THEN f.friend ELSE f.friend || jsonb_build_object('name', s.player_name) END ORDER BY f.n)
  FROM jsonb_array_elements(m.group_data -> 'friends') WITH ORDINALITY AS f (friend, n)
  LEFT JOIN sessions s ON s.main_session_id = m.id AND s.friend_index = f.n - 1 AND s.left_by IS NOT NULL))
WHERE m.id IN (SELECT main_session_id FROM sessions WHERE left_by IS NOT NULL);
UPDATE claims c SET player_name = s.player_name FROM sessions s
WHERE s.id = c.session_id AND s.left_by IS NOT NULL AND c.on_guest_row;
-- Of those whose account is deleted by now, the order as it was typed.
UPDATE orders o SET group_data = jsonb_set(o.group_data, '{friends}', (
  SELECT jsonb_agg(CASE WHEN s.id IS NULL THEN f.friend ELSE f.friend - 'userId' || jsonb_build_object('name', s.player_name) END ORDER BY f.n)
  FROM jsonb_array_elements(o.group_data -> 'friends') WITH ORDINALITY AS f (friend, n)
  LEFT JOIN (sessions s JOIN users u ON u.id = s.left_by AND u.deleted_at IS NOT NULL)
    ON s.main_session_id = o.session_id AND s.friend_index = f.n - 1))
WHERE o.session_id IN (
  SELECT s.main_session_id FROM sessions s JOIN users u ON u.id = s.left_by WHERE u.deleted_at IS NOT NULL);
-- A kept answer that names one of them is forgotten: the same call finds what it has made, as after a crash.
UPDATE idempotency_keys k SET status = NULL, body = NULL, started_at = 'epoch'
WHERE k.body ? 'session' AND EXISTS (
  SELECT FROM users u WHERE u.deleted_at IS NOT NULL
    AND strpos(k.body::text, substr(u.player_id, 1, 4) || '-' || substr(u.player_id, 5, 4) || '-' || substr(u.player_id, 9)) > 0);
