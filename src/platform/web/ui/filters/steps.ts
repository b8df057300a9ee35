/** What somebody chooses over a list, as steps of the history: Back undoes the last one. */
import { useLocation } from "wouter";
import { behindHash } from "../../desk-address.ts";

/**
 * Goes to the address of a choice.
 * @param visit of a field into which something is typed; all that is typed in one visit is one step
 */
export type GoToStep = (path: string, visit?: string) => void;

export function useStep(): GoToStep {
  const [, go] = useLocation();
  return (path, visit) => {
    if (behindHash(path) === location.pathname + location.search + location.hash) return;
    const state: unknown = history.state;
    // The present entry was made in the same visit. After Back it is another entry, and typing goes on as a new step.
    const goesOn = visit !== undefined && (state as { visit?: unknown } | null)?.visit === visit;
    go(path, { replace: goesOn, state: visit === undefined ? null : { visit } });
  };
}
