/** Parts that are a whole page, or its first lines. */
import { Trophy } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { type Caller, CallerContext } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { AdminShell } from "#platform/web/ui/admin-shell.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { DeskMessage, OwnScreens } from "#platform/web/ui/desk-message.tsx";
import { Forbidden } from "#platform/web/ui/forbidden.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { MessageScreen } from "#platform/web/ui/message-screen.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { ActionBar, PlayerColumn, PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { ScreenTitle, SkipLink } from "#platform/web/ui/title.tsx";
import type { Examples } from "../examples.ts";
import { nothing } from "../kept.tsx";

/** As somebody of the desk sees it. */
function As({ who, children }: { who: Caller["role"]; children: ReactNode }) {
  const caller: Caller = { id: "2", userId: "9XQ2-T7RD-26", name: "Sam Range", role: who };
  return <CallerContext value={{ status: "signedIn", caller }}>{children}</CallerContext>;
}

export const examples: Examples = {
  PlayerShell: {
    alone: "phone",
    states: (sample) => ({
      "a screen": (
        <PlayerShell title={sample.title} lead={sample.lead} back={paths.app()}>
          <Card>{sample.text}</Card>
        </PlayerShell>
      ),
      "a step, with its one action": (
        <PlayerShell
          title={sample.longTitle}
          back={nothing}
          backLabel={sample.cancel}
          step={{ now: 2, of: 3 }}
          footer={
            <Button wide size="bay" onClick={nothing}>
              {sample.pay}
            </Button>
          }
        >
          <Card>{sample.text}</Card>
        </PlayerShell>
      ),
      "a greeting and a band": (
        <PlayerShell
          title={sample.play}
          greeting={sample.alertsHint}
          band={<Pot dollars={1024.5} on="plate" label={sample.jackpot} className="mt-3" />}
        >
          <Card>{sample.text}</Card>
        </PlayerShell>
      ),
    }),
  },
  ActionBar: {
    states: (sample) => ({
      "one action": (
        <ActionBar>
          <Button wide size="bay" onClick={nothing}>
            {sample.pay}
          </Button>
        </ActionBar>
      ),
    }),
  },
  PlayerColumn: {
    alone: "phone",
    states: (sample) => ({
      "on paper": (
        <PlayerColumn>
          <main className="p-5">{sample.text}</main>
        </PlayerColumn>
      ),
      "on the fairway": (
        <PlayerColumn ground="fairway">
          <main className="p-5">{sample.text}</main>
        </PlayerColumn>
      ),
    }),
  },
  MessageScreen: {
    alone: "phone",
    states: (sample) => ({
      "with all that it can have": (
        <MessageScreen
          picture={<Trophy aria-hidden className="size-20 text-gold-text" />}
          title={sample.empty}
          heading={sample.longTitle}
          text={sample.emptyText}
        >
          <Button onClick={nothing}>{sample.play}</Button>
        </MessageScreen>
      ),
    }),
  },
  Forbidden: {
    alone: "phone",
    states: () => ({
      "a player, for staff": <Forbidden who="staff" />,
      "a player, for administrators": <Forbidden who="admin" />,
      "staff, for administrators": (
        <As who="staff">
          <Forbidden who="admin" />
        </As>
      ),
    }),
  },
  DeskMessage: {
    alone: "desk",
    states: () => ({
      "for staff": (
        <As who="staff">
          <DeskMessage title="There is no such page">The address may be mistyped.</DeskMessage>
        </As>
      ),
    }),
  },
  OwnScreens: {
    states: () => ({
      "of staff": (
        <As who="staff">
          <OwnScreens />
        </As>
      ),
    }),
  },
  AdminShell: {
    alone: "desk",
    states: () => ({
      "of administrators": (
        <As who="admin">
          <AdminShell
            title="Courses"
            lead="updated 2 s ago"
            actions={
              <Button size="small" onClick={nothing}>
                Add a course
              </Button>
            }
          >
            <Card>What is managed.</Card>
          </AdminShell>
        </As>
      ),
      "of staff": (
        <As who="staff">
          <AdminShell title="Bays">
            <Card>The bays of the range.</Card>
          </AdminShell>
        </As>
      ),
      "for a wall": (
        <As who="admin">
          <AdminShell title="Dashboard" wide>
            <Card>Figures.</Card>
          </AdminShell>
        </As>
      ),
    }),
  },
  ManageShell: {
    alone: "desk",
    states: () => ({
      "of administrators": (
        <As who="admin">
          <ManageShell title="Packages">
            <Card>What is sold.</Card>
          </ManageShell>
        </As>
      ),
      "of nobody else": (
        <As who="staff">
          <ManageShell title="Packages">
            <Card>What is sold.</Card>
          </ManageShell>
        </As>
      ),
    }),
  },
  ScreenTitle: {
    alone: "phone",
    states: (sample) => ({
      title: (
        <main className="p-5">
          <ScreenTitle title={sample.title} />
        </main>
      ),
      "another heading": (
        <main className="p-5">
          <ScreenTitle title={sample.title}>{sample.longTitle}</ScreenTitle>
        </main>
      ),
    }),
  },
  SkipLink: { alone: "phone", states: () => ({ "when the keyboard comes to it": <FocusedSkipLink /> }) },
};

function FocusedSkipLink() {
  useEffect(() => document.querySelector<HTMLElement>('[href="#content"]')?.focus(), []);
  return (
    <>
      <SkipLink />
      <main id="content" className="p-5 pt-20" />
    </>
  );
}
