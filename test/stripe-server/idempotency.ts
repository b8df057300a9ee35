/**
 * Idempotency (https://docs.stripe.com/api/idempotent_requests): the first answer of a key is kept, errors and 500s
 * included, and given again for a day; other parameters are an error, a request that is still running a conflict.
 */
import { type Params, StripeFault } from "./wire.ts";

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

interface Kept {
  fingerprint: string;
  at: number;
  answer: Answer | undefined;
}

const KEPT_SECONDS = 24 * 3600;

export function keepAnswers(now: () => number) {
  const keys = new Map<string, Kept>();
  return {
    forget: () => keys.clear(),

    /** Runs `work` once a key. @param work its answer, and whether it is kept */
    once: async (
      key: string,
      request: { path: string; params: Params },
      work: () => Promise<{ answer: Answer; isKept: boolean }>,
    ): Promise<Answer> => {
      const fingerprint = JSON.stringify(request);
      const kept = keys.get(key);
      if (kept && kept.at + KEPT_SECONDS > now()) {
        if (kept.fingerprint !== fingerprint)
          throw new StripeFault(400, {
            type: "idempotency_error",
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          });
        if (!kept.answer)
          throw new StripeFault(409, {
            type: "idempotency_error",
            code: "idempotency_key_in_use",
            message: `There is currently another in-progress request using this idempotent key: ${key}.`,
          });
        return { ...kept.answer, headers: { ...kept.answer.headers, "Idempotent-Replayed": "true" } };
      }
      const mine: Kept = { fingerprint, at: now(), answer: undefined };
      keys.set(key, mine);
      try {
        const { answer, isKept } = await work();
        if (isKept) mine.answer = answer;
        else keys.delete(key);
        return answer;
      } catch (error) {
        keys.delete(key);
        throw error;
      }
    },
  };
}
