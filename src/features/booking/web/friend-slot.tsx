/** One friend of a group: found by player ID, or a guest under a typed name. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { BadgeCheck, Info, Trash2 } from "lucide-react";
import { accountRoutes } from "#features/accounts/contract.ts";
import { parsePlayerId } from "#features/accounts/rules.ts";
import { ApiError } from "#platform/web/api.ts";
import { queryFor } from "#platform/web/query.ts";
import { IconButton } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { useWords } from "#platform/web/words.ts";
import type { Slot } from "./selections.ts";
import { bookingWords } from "./words.ts";

interface FriendSlotProps {
  /** 1 to 3. */
  number: number;
  slot: Slot;
  maxBalls: number;
  bayCount: number;
  onChange: (change: Partial<Slot>) => void;
  onRemove: () => void;
}

export function FriendSlot({ number, slot, maxBalls, bayCount, onChange, onRemove }: FriendSlotProps) {
  const words = useWords(bookingWords);
  const playerId = parsePlayerId(slot.userId);
  const found = useQuery({
    ...queryFor(accountRoutes.lookUpPlayer, { params: { userId: playerId ?? "" } }),
    enabled: playerId !== undefined,
  });
  const player = playerId === undefined ? undefined : found.data?.player;
  const foundName = player?.displayName;
  const tell = useEffectEvent((name: string) => onChange({ name }));
  // The summary and the payment name the friend, and not the ID that was typed.
  useEffect(() => {
    if (foundName !== undefined) tell(foundName);
  }, [foundName]);
  const unknown =
    slot.userId.trim().length >= 10 &&
    (playerId === undefined || (found.error instanceof ApiError && found.error.status === 404));
  return (
    <Card
      title={words.friend(number)}
      aside={
        <IconButton
          label={words.removeFriend(number)}
          onClick={onRemove}
          className="-my-2 -mr-2 self-center text-danger"
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={words.playerId}
          optional
          value={slot.userId}
          // A name that was looked up belongs to the ID.
          onChange={(event) => onChange({ userId: event.target.value, ...(player && { name: "" }) })}
          placeholder="7K3M-Q9TV-26"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
        />
        <p role="status" className="empty:hidden">
          {player && (
            <span className="flex items-center gap-2 font-semibold text-accent">
              <BadgeCheck aria-hidden className="size-6" />
              {player.displayName}
            </span>
          )}
          {unknown && (
            <span className="flex gap-2 text-ink-soft">
              <Info aria-hidden className="mt-1 size-5 shrink-0" />
              {words.unverified}
            </span>
          )}
        </p>
        {!player && (
          <TextField
            label={words.name}
            optional
            value={slot.name}
            onChange={(event) => onChange({ name: event.target.value })}
            autoComplete="off"
            maxLength={60}
          />
        )}
        <Stepper
          label={words.ballsOf(number)}
          value={slot.ballCount}
          onChange={(count) => onChange({ ballCount: count ?? 0 })}
          max={maxBalls}
        />
        <Stepper
          label={words.bayOf(number)}
          value={slot.bayNumber}
          onChange={(bayNumber) => onChange({ bayNumber })}
          min={1}
          max={bayCount}
        />
      </div>
    </Card>
  );
}
