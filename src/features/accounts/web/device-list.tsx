/** The devices on which the account signs in without a mailed code; each can be forgotten. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { type Device, profileRoutes } from "#features/accounts/profile-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useServerTime } from "#platform/web/server-time.ts";
import { agoText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { profileWords } from "./profile-words.ts";
import { SignOutElsewhere } from "./sign-out-elsewhere.tsx";

export function DeviceList() {
  const words = useWords(profileWords);
  const { role } = useCaller();
  const { data, error, refetch } = useQuery({ ...queryFor(profileRoutes.listDevices), refetchOnMount: "always" });
  return (
    <Card title={words.devices}>
      <p className="mb-2 text-ink-soft">{role === "player" ? words.devicesAbout : words.devicesOfStaff}</p>
      {data ? (
        <>
          <ul className="mb-4 divide-y divide-line">
            {data.devices.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
          <SignOutElsewhere />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={words.devicesFailed} />
      ) : (
        <Loading label={words.loadingDevices}>
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Card>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const words = useWords(profileWords);
  const [language] = useLanguage();
  const now = useServerTime(30_000);
  const auth = useAuth();
  const [, go] = useLocation();
  const [asking, setAsking] = useState(false);
  const name = device.label === null ? words.someDevice : words.device(device.label);
  const forget = useAction({
    run: () => call(profileRoutes.forgetOneDevice, { params: { id: device.id } }),
    onDone: () => {
      if (!device.isCurrent) return;
      go(paths.home());
      auth.signedOut();
    },
    done: { title: device.isCurrent ? words.loggedOut : words.forgotten, description: words.forgottenAbout },
    failed: words.notForgotten,
    changes: [profileRoutes.listDevices],
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-ink-soft">
          {device.isCurrent ? words.thisDevice : device.isSignedIn ? words.signedIn : words.signedOut}
          {" · "}
          {words.lastSignIn(agoText(device.lastUsedAt, now, language))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={words.forgetOne(name)}
        busy={forget.busy && words.forgetting}
        onClick={() => (device.isCurrent ? setAsking(true) : void forget.start())}
      >
        {words.forget}
      </Button>
      <Sheet
        open={asking}
        onClose={() => setAsking(false)}
        closable={!forget.busy}
        title={words.forgetThisAsk}
        footer={
          <>
            <Button variant="danger" wide busy={forget.busy && words.forgetting} onClick={() => void forget.start()}>
              {words.forgetThis}
            </Button>
            <Button variant="secondary" wide disabled={forget.busy} onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
          </>
        }
      >
        <p>{words.forgetThisAbout}</p>
      </Sheet>
    </li>
  );
}
