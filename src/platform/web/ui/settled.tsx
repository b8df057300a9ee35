/** What stands below lists that still load. */
import { type Query, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";

/** The longest wait (ms): whoever wants only to log out does not wait for a slow list. */
const LONGEST_MS = 4000;

const isFirst = ({ state }: Query) => state.data === undefined;

/**
 * Shows its content once nothing on the screen is being loaded for the first time, because a list that comes late
 * would move it under the finger. The content is there from the beginning, so it loads at the same time.
 * @param instead shown meanwhile
 */
export function Settled({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  const queries = useQueryClient();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (settled) return undefined;
    const look = () => {
      if (queries.isFetching({ predicate: isFirst }) === 0) setSettled(true);
    };
    const end = queries.getQueryCache().subscribe(look);
    // By the first one the parts of this screen have begun to load.
    const timers = [setTimeout(look), setTimeout(() => setSettled(true), LONGEST_MS)];
    return () => {
      end();
      timers.forEach(clearTimeout);
    };
  }, [queries, settled]);
  return (
    <>
      {!settled && instead}
      <div hidden={!settled} className="contents">
        {children}
      </div>
    </>
  );
}
