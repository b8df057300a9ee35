/** What the database has of a golfer's claims, to compare two golfers. */
import type pg from "pg";
import type { Player } from "./app.ts";

/** All rows of a golfer's sessions, shots and claims, without what is different for each. */
export async function claimFacts(pool: pg.Pool, { id }: Player): Promise<string> {
  const { rows } = await pool.query(
    `SELECT to_jsonb(s) - '{id,user_id,buyer_id}'::text[] AS session,
      (SELECT jsonb_agg(to_jsonb(a) - '{id,session_id,shot_id,claim_shot_id}'::text[] ORDER BY a.created_at, a.prize_claim, a.target_hole) FROM attempts a WHERE a.session_id = s.id) AS shots,
      (SELECT jsonb_agg(jsonb_build_array(a.shot_id IS NULL, a.claim_shot_id IS NULL) ORDER BY a.created_at, a.prize_claim, a.target_hole) FROM attempts a WHERE a.session_id = s.id) AS named,
      (SELECT jsonb_agg(jsonb_build_array(
          to_jsonb(c) - '{id,arrival,session_id,attempt_id,user_id,buyer_id,submitted_by,browser_id}'::text[],
          c.user_id = s.user_id, c.buyer_id = s.buyer_id, c.submitted_by = s.buyer_id, c.browser_id IS NOT NULL,
          (SELECT jsonb_agg(to_jsonb(t) - '{id,claim_id,actor_id}'::text[] || jsonb_build_object('own', t.actor_id = s.buyer_id)) FROM claim_steps t WHERE t.claim_id = c.id),
          (SELECT jsonb_agg(jsonb_build_array(to_jsonb(t) - '{id,claim_id}'::text[],
              (SELECT jsonb_agg(jsonb_build_array(replace(e.account_key, c.id::text, 'own'), e.amount_cents) ORDER BY e.account_key) FROM ledger_entries e WHERE e.transfer_id = t.id)) ORDER BY t.id)
            FROM ledger_transfers t WHERE t.claim_id = c.id),
          (SELECT -l.balance_cents FROM ledger_accounts l WHERE l.key = 'reserved:' || c.id)
        ) ORDER BY c.arrival) FROM claims c WHERE c.session_id = s.id) AS claims,
      (SELECT jsonb_agg(to_jsonb(m) - '{id,user_id,recipient}'::text[] ORDER BY m.id) FROM mails m WHERE m.user_id = $1 AND m.subject LIKE '%claim%') AS letters
    FROM sessions s WHERE s.buyer_id = $1 ORDER BY s.started_at`,
    [id],
  );
  return JSON.stringify(rows, null, 1).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID");
}
