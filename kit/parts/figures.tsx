/** Figures and lists of the desk: in English only. */
import { CreditCard, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Nothing, PackagesCard, PrizesCard } from "#platform/web/ui/breakdown.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Calendar } from "#platform/web/ui/calendar.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { ColumnChart } from "#platform/web/ui/column-chart.tsx";
import { ColumnValues } from "#platform/web/ui/column-values.tsx";
import { CourseChoice } from "#platform/web/ui/course-choice.tsx";
import { CardTable, type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { PeriodPicker } from "#platform/web/ui/period-picker.tsx";
import { EventTable } from "#platform/web/ui/event-table.tsx";
import { ShareRows } from "#platform/web/ui/share-rows.tsx";
import { ShowMore } from "#platform/web/ui/show-more.tsx";
import type { ChosenPeriod } from "#platform/web/period.ts";
import type { Examples } from "../examples.ts";
import { Kept, nothing } from "../kept.tsx";

interface Course {
  id: number;
  name: string;
  bays: number | null;
}

const courses: readonly Course[] = [
  { id: 1, name: "Arrowhead Golf Course", bays: 24 },
  { id: 2, name: "The Honourable Company of Okeechobee County Golfers’ Championship Driving Range", bays: 108 },
  { id: 3, name: "Tiburón", bays: null },
];
const columns: readonly Column<Course>[] = [
  {
    label: "Course",
    value: ({ name }) => name,
    show: ({ name, bays }) => (
      <>
        {name}
        <NarrowNote>{bays !== null && `${bays} bays`}</NarrowNote>
      </>
    ),
  },
  { label: "Bays", value: ({ bays }) => bays, align: "right", wideOnly: true },
];
const keyOf = ({ id }: Course) => id;
const empty = { title: "No courses yet", text: "Add the first one." };

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
const days = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"];
const sold = { name: "Sold", values: [1200, 3400, 2100, 0, 4800, 5100] };
const given = { name: "Refunded", values: [0, 300, 0, 0, 200, 900] };
const net = { name: "Net", values: [1200, 3100, 2100, -400, 4600, 4200] };
const english = (part: ReactNode) => <div lang="en">{part}</div>;
const today = "2026-11-22";
const week = { from: "2026-11-16", to: today };

const packages = [
  { id: 1, name: "Jackpot Five", price: 3, purchases: 1204, percentage: 64.2, revenue: 3612 },
  { id: 2, name: "Ten for two holes", price: 5.5, purchases: 671, percentage: 35.8, revenue: 3690.5 },
];

export const examples: Examples = {
  DataTable: {
    states: () => ({
      rows: english(<DataTable label="Courses" rows={courses} columns={columns} keyOf={keyOf} empty={empty} />),
      "rows with something to do": english(
        <DataTable
          label="Managed courses"
          rows={courses}
          columns={columns}
          keyOf={keyOf}
          empty={empty}
          renderActions={() => (
            <Button variant="secondary" size="small" onClick={nothing}>
              Edit
            </Button>
          )}
        />,
      ),
      empty: english(<DataTable label="Courses" rows={[]} columns={columns} keyOf={keyOf} empty={empty} />),
    }),
  },
  CardTable: {
    states: () => ({
      "in a card": english(
        <Card title="Courses">
          <CardTable label="Courses in a card" rows={courses} columns={columns} keyOf={keyOf} />
        </Card>,
      ),
      "with its own file, and rows that stand out": english(
        <Card title="Courses">
          <CardTable
            saves
            label="Courses that stand out"
            rows={courses}
            columns={columns}
            keyOf={keyOf}
            toneOf={({ id }) => (id === 1 ? "marked" : id === 2 ? "quiet" : "plain")}
          />
        </Card>,
      ),
    }),
  },
  NarrowNote: {
    states: () => ({
      "where the window is narrow": english(
        <p>
          Jackpot Five
          <NarrowNote>$3, 64.2% of all</NarrowNote>
        </p>,
      ),
    }),
  },
  ColumnChart: {
    states: () => ({
      "one series, with figures": english(
        <ColumnChart text="Sold in each month: 5,100 in June." places={months} days={days} series={[sold]} figures />,
      ),
      "two series": english(
        <ColumnChart text="Sold and refunded in each month." places={months} days={days} series={[sold, given]} />,
      ),
      "three series, one below zero": english(
        <ColumnChart
          text="Sold, refunded and net in each month."
          places={months}
          days={days}
          series={[sold, given, net]}
          format={(value) => `$${value.toLocaleString("en-US")}`}
        />,
      ),
      "nothing yet": english(
        <ColumnChart text="Nothing was sold." places={months} days={days} series={[{ name: "Sold", values: [] }]} />,
      ),
    }),
  },
  ColumnValues: {
    states: () => ({
      "of the first column": english(
        <div className="relative h-40">
          <ColumnValues
            places={["May", "June"]}
            valuesAt={(at) => [`Sold ${at + 1}`]}
            shown={0}
            onShow={() => undefined}
            box={{ left: 0, step: 120, width: 400, top: 0, height: 160 }}
          />
        </div>,
      ),
    }),
  },
  CourseChoice: {
    states: () => ({
      "one of two": english(
        <CourseChoice
          course={2}
          courses={[
            { id: 1, name: "Palmetto Pines" },
            { id: 2, name: "Bayshore Golf Park" },
          ]}
          onChoose={() => undefined}
        />,
      ),
    }),
  },
  ShowMore: {
    states: () => ({
      "further pages": english(
        <ShowMore list={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => undefined }} />,
      ),
      "on their way": english(
        <ShowMore list={{ hasNextPage: true, isFetchingNextPage: true, fetchNextPage: async () => undefined }} />,
      ),
    }),
  },
  EventTable: {
    states: () => ({
      "of a day": english(
        <EventTable
          label="Recent activity"
          events={[
            {
              id: "1",
              Icon: CreditCard,
              word: "Purchase",
              text: "Robin Tester bought Jackpot Ten",
              href: "/admin/orders",
              at: "2026-11-25T15:00:00Z",
              when: "2 min ago",
              amount: 5,
            },
            {
              id: "2",
              Icon: Undo2,
              word: "Refund",
              text: "Robin Tester is paid back for order 1002",
              at: "2026-11-25T14:00:00Z",
              when: "1 h ago",
              amount: -1.8,
            },
          ]}
        />,
      ),
    }),
  },
  ShareRows: {
    states: () => ({
      shares: english(
        <ShareRows
          shares={[
            { key: "a", label: "Jackpot Five", value: "1,204", percentage: 64.2 },
            { key: "b", label: "Ten for two holes", value: "0", percentage: 0 },
          ]}
        />,
      ),
    }),
  },
  PackagesCard: {
    states: () => ({
      sold: english(<PackagesCard about="Packages that were paid for." packages={packages} />),
      none: english(<PackagesCard about="Packages that were paid for." packages={[]} />),
    }),
  },
  PrizesCard: {
    states: () => ({
      claims: english(
        <PrizesCard
          about="Claims by the hole that was hit."
          claims={[
            { targetHole: "left", claims: 12, percentage: 60 },
            { targetHole: "right", claims: 7, percentage: 35 },
            { targetHole: "middle", claims: 1, percentage: 5 },
          ]}
        />,
      ),
    }),
  },
  Nothing: { states: () => ({ "in a card": english(<Nothing>No ball package data available</Nothing>) }) },
  Calendar: {
    alone: "phone",
    states: () => ({
      "a week is chosen": <Calendar chosen={week} today={today} onPick={nothing} />,
      "nothing is chosen": <Calendar chosen={null} today={today} onPick={nothing} />,
    }),
  },
  PeriodPicker: {
    states: () => ({
      "a range": english(
        <Kept<ChosenPeriod> start={week}>
          {(period, choose) => <PeriodPicker period={period} today={today} onChoose={choose} />}
        </Kept>,
      ),
      "a day": english(
        <Kept<ChosenPeriod> start={{ from: today, to: today }}>
          {(period, choose) => <PeriodPicker period={period} today={today} onChoose={choose} />}
        </Kept>,
      ),
      "today is not known yet": english(<PeriodPicker period={null} today={undefined} onChoose={nothing} />),
    }),
  },
};
