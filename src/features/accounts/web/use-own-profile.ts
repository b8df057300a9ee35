/** The caller's own account, as the profiles of golfers and of the desk show and change it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { User } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { queryFor } from "#platform/web/query.ts";
import { useAuth } from "./auth.tsx";

export type OwnProfile = ReturnType<typeof useOwnProfile>;

export function useOwnProfile() {
  const { id } = useCaller();
  const queries = useQueryClient();
  const auth = useAuth();
  const asked = queryFor(profileRoutes.getUser, { params: { id } });
  const { data, error, refetch } = useQuery({ ...asked, refetchOnMount: "always" });
  const onChanged = (user: User) => {
    queries.setQueryData(asked.queryKey, { user });
    auth.signedIn(user);
  };
  return { user: data?.user, error, refetch, onChanged };
}
