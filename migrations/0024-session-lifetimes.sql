-- `expires_at` is when a session ends if nobody calls: each call moves it on. Those of staff and administrators end
-- after 12 hours without a call, and after 7 days in any case.
UPDATE sign_ins s SET expires_at = least(s.expires_at, s.created_at + interval '7 days', now() + interval '12 hours')
  FROM users u WHERE u.id = s.user_id AND u.role <> 'player';
