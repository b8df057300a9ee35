/** The account keeps the language of the screen that its player used last: letters and notifications are in it. */
import { useEffect } from "react";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { call } from "#platform/web/api.ts";
import { useLanguage } from "#platform/web/words.ts";

/**
 * Tells the server when it differs.
 * @param user who is signed in, as the server last told; undefined for visitors
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
      // No matter of now: the next page load tells it.
      () => undefined,
    );
    return () => telling.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- what is done with the answer does not make another question
  }, [id, known, language]);
}
