-- A sign-in that ends, a role or a course that is taken away: said within the transaction, so that every process looks
-- again at the streams of that caller, whoever did it (`platform/server/live/crossing.ts` reads it).
CREATE FUNCTION tell_caller_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('acebay_live', json_build_object(
    'v', 1, 'from', '', 'topics', json_build_array('caller:' || (to_jsonb(OLD) ->> TG_ARGV[0])))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sign_ins_tell AFTER DELETE ON sign_ins
  FOR EACH ROW EXECUTE FUNCTION tell_caller_changed('user_id');
CREATE TRIGGER staff_courses_tell AFTER DELETE ON staff_courses
  FOR EACH ROW EXECUTE FUNCTION tell_caller_changed('user_id');
CREATE TRIGGER users_tell AFTER UPDATE OF role, deleted_at ON users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION tell_caller_changed('id');
