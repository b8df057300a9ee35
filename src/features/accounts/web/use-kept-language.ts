/** The account stores the language of the screen that its player used last. Letters and notifications use it. */
import { useEffect } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call } from "#platform/web/api.ts";
import { useLanguage } from "#platform/web/words.ts";

/**
 * Sends the language to the server when it differs.
 * @param user the signed-in player, as the server last said; undefined for visitors
 */
export function useKeptLanguage(user: Pick<User, "id" | "language"> | undefined, onKept: (user: User) => void): void {
  const [language] = useLanguage();
  const id = user?.id;
  const known = user?.language;
  useEffect(() => {
    if (id === undefined || known === language) return;
    const telling = new AbortController();
    call(accountRoutes.updateUser, { params: { id }, body: { language }, signal: telling.signal }).then(
      ({ body }) => onKept(body.user),
      // Not urgent: the next page load sends it.
      () => undefined,
    );
    return () => telling.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- what is done with the answer does not make another question
  }, [id, known, language]);
}
