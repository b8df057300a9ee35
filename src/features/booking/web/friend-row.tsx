/** One friend of a group in a row: found by player ID, typed or scanned, or a guest under a typed name. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { BadgeCheck, Info, X } from "lucide-react";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { parsePlayerId } from "#features/accounts/rules.ts";
import { friendTyped } from "#features/booking/rules.ts";
import { ApiError } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { queryFor } from "#platform/web/query.ts";
import { IconButton } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { useWords } from "#platform/web/words.ts";
import { BallsAndBay, rowLooks } from "./balls-and-bay.tsx";
import { groupWords } from "./group-words.ts";
import { ScanButton } from "./scan-button.tsx";
import type { Slot } from "./selections.ts";

interface FriendRowProps {
  /** 1 to 3. */
  number: number;
  slot: Slot;
  maxBalls: number;
  bayCount: number;
  /** Why this friend cannot be in the group. */
  error: string | undefined;
  onChange: (change: Partial<Slot>) => void;
  onRemove: () => void;
}

export function FriendRow({ number, slot, maxBalls, bayCount, error, onChange, onRemove }: FriendRowProps) {
  const words = useWords(groupWords);
  const ownId = parsePlayerId(useCaller().userId);
  const playerId = parsePlayerId(slot.userId);
  const found = useQuery({
    ...queryFor(profileRoutes.lookUpPlayer, { params: { userId: playerId ?? "" } }),
    enabled: playerId !== undefined,
  });
  const foundName = playerId === undefined ? undefined : found.data?.player.displayName;
  const nameFriend = useEffectEvent((name: string) => onChange({ name }));
  // The summary and the payment name the friend, and not the ID that was typed.
  useEffect(() => {
    if (foundName !== undefined) nameFriend(foundName);
  }, [foundName]);
  const isUnknown =
    slot.userId !== "" && (playerId === undefined || (found.error instanceof ApiError && found.error.status === 404));
  const who = slot.name.trim() || words.friend(number);
  const read = (text: string) => {
    const scanned = parsePlayerId(text);
    if (scanned === undefined || scanned === ownId) return false;
    onChange(friendTyped(text));
    return true;
  };
  return (
    <li className={cx(rowLooks, "relative")}>
      <div className="flex flex-col gap-2 low:flex-1">
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={words.friend(number)}
              value={slot.userId || slot.name}
              onChange={(event) => onChange(friendTyped(event.target.value))}
              placeholder={words.nameOrId}
              autoCapitalize="words"
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              error={error}
            />
          </div>
          {/* Beside the field, also when a problem stands under it. */}
          <div className="mt-9">
            <ScanButton of="friend" title={words.scanFriend} looks="icon" onRead={read} />
          </div>
        </div>
        <p role="status" className="empty:hidden">
          {foundName !== undefined && !error && (
            <span className="flex items-center gap-2 font-semibold text-accent">
              <BadgeCheck aria-hidden className="size-6" />
              {foundName}
            </span>
          )}
          {isUnknown && (
            <span className="flex gap-2 text-ink-soft">
              <Info aria-hidden className="mt-1 size-5 shrink-0" />
              {words.unverified}
            </span>
          )}
        </p>
      </div>
      {/* On the line of the label. */}
      <IconButton label={words.removeFriend(who)} onClick={onRemove} className="absolute top-1 right-1 text-danger">
        <X aria-hidden className="size-6" />
      </IconButton>
      <BallsAndBay
        balls={{ label: words.ballsFor(who), value: slot.ballCount, max: maxBalls }}
        bay={{ label: words.bayFor(who), value: slot.bayNumber, max: bayCount }}
        onChange={onChange}
      />
    </li>
  );
}
