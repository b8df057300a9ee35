/** Whether what an administrator began, and somebody else may complete, still counts. */
import { type SQL, sql } from "#platform/server/db/drizzle.ts";

/**
 * Whether an account has been an administrator's ever since a moment. Who lost the role and got it back has to do it
 * again: the role may have been taken because somebody else acted in their name.
 */
export const isAdminSince = (id: SQL, since: SQL): SQL<boolean> => sql<boolean>`EXISTS (SELECT FROM users u
  WHERE u.id = ${id} AND u.role = 'admin' AND u.deleted_at IS NULL AND (u.worked_until IS NULL OR u.worked_until < ${since}))`;
