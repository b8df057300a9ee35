/** A screen of the desk reads its rows again by itself when the network, or the server, is back. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isReachable, onReachable } from "./online.ts";

export function useFreshAgain(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const read = () => {
      if (isReachable()) void queries.invalidateQueries({ refetchType: "active" });
    };
    // Without a call while the network was away, nothing has noticed that it was away.
    addEventListener("online", read);
    const stop = onReachable(read);
    return () => {
      removeEventListener("online", read);
      stop();
    };
  }, [queries]);
}
