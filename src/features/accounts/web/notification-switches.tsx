/** The five notification switches, all sent on each change; and the consent to be named as a winner. */
import { useMutation, useMutationState } from "@tanstack/react-query";
import { accountRoutes, type User } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { displayName } from "#features/accounts/rules.ts";
import { failure } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords, wordsNow } from "#platform/web/words.ts";
import { profileWords } from "./profile-words.ts";
import { PushSwitch } from "./push-switch.tsx";

type Choices = User["notifications"] & Pick<User, "namedAsWinner">;

interface Change {
  choices: Choices;
  what: keyof Choices;
}

const SWITCHES = ["emailNotifications", "smsNotifications", "pushNotifications", "gameUpdates", "prizeAlerts"] as const;
const KEY = ["choices"] as const;

interface NotificationSwitchesProps {
  user: User;
  onChanged: (user: User) => void;
}

export function NotificationSwitches({ user, onChanged }: NotificationSwitchesProps) {
  const words = useWords(profileWords);
  // While a change is sent, a switch shows the new position; when it is refused, it goes back to the server's.
  const sending = useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: ({ state }) => state.variables as Change | undefined, // Only this component uses the key.
  }).at(-1);
  const shown: Choices = sending?.choices ?? { ...user.notifications, namedAsWinner: user.namedAsWinner };
  const save = useMutation({
    mutationKey: KEY,
    // Not `useAction`: a second change waits for the first, so that the last choice is the last to arrive.
    scope: { id: KEY[0] },
    mutationFn: ({ choices: { namedAsWinner, ...notifications }, what }: Change) =>
      what === "namedAsWinner"
        ? call(accountRoutes.updateUser, { params: { id: user.id }, body: { namedAsWinner } })
        : call(profileRoutes.updateNotifications, { params: { id: user.id }, body: notifications }),
    onSuccess: (reply, { what }) => {
      onChanged(reply.body.user);
      const text = wordsNow(profileWords);
      if (what === "namedAsWinner") notify({ title: text.saved, description: text.savedAbout });
      else notify({ title: text.notificationsSaved, description: text.notificationsSavedAbout });
    },
    onError: (error) => notify(failure(wordsNow(profileWords).updateFailed, error)),
  });
  return (
    <Card title={words.notifications}>
      <div className="flex flex-col gap-1 divide-y divide-line">
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={words[name]}
            hint={words[`${name}About`]}
            checked={shown[name]}
            onChange={(on) => save.mutate({ choices: { ...shown, [name]: on }, what: name })}
          />
        ))}
        <PushSwitch />
        <Switch
          label={words.winner}
          hint={words.winnerAbout(displayName(user.name))}
          checked={shown.namedAsWinner}
          onChange={(on) => save.mutate({ choices: { ...shown, namedAsWinner: on }, what: "namedAsWinner" })}
        />
      </div>
    </Card>
  );
}
