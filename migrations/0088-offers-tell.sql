-- What is offered has changed: said within the transaction, so that every process makes its answers about it anew,
-- whoever changed it (`platform/server/live/crossing.ts` reads it). These rows change rarely, but for the count of the
-- prizes that claims hold, which is told only when it changes whether one is left.
CREATE FUNCTION tell_offers_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('acebay_live', '{"v":1,"from":"","topics":["offers"]}');
  RETURN NULL;
END $$;
CREATE TRIGGER courses_tell AFTER INSERT OR UPDATE OR DELETE ON courses
  FOR EACH STATEMENT EXECUTE FUNCTION tell_offers_changed();
CREATE TRIGGER packages_tell AFTER INSERT OR UPDATE OR DELETE ON packages
  FOR EACH STATEMENT EXECUTE FUNCTION tell_offers_changed();
CREATE TRIGGER sponsors_tell AFTER INSERT OR UPDATE OR DELETE ON sponsors
  FOR EACH STATEMENT EXECUTE FUNCTION tell_offers_changed();
CREATE TRIGGER sponsored_prizes_tell AFTER INSERT OR DELETE ON sponsored_prizes
  FOR EACH STATEMENT EXECUTE FUNCTION tell_offers_changed();
CREATE TRIGGER sponsored_prizes_tell_changed AFTER UPDATE ON sponsored_prizes
  FOR EACH ROW WHEN (
    OLD.version <> NEW.version OR OLD.is_active <> NEW.is_active OR OLD.stock IS DISTINCT FROM NEW.stock
    OR (OLD.stock IS NOT NULL AND (OLD.reserved < OLD.stock) <> (NEW.reserved < NEW.stock)))
  EXECUTE FUNCTION tell_offers_changed();
