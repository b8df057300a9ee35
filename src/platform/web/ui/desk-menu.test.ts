import { expect, test } from "vitest";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { deskMenu } from "./desk-menu.ts";

const current = (location: string) => {
  const { bar, managed } = deskMenu(location);
  return [bar, managed].map((links) => links.filter((link) => link.current).map(({ label }) => label));
};

test.each([
  ["/admin", ["Dashboard"], []],
  ["/admin/bays", ["Bays"], []],
  ["/admin/prize-verification", ["Claims"], []],
  ["/course-report", ["Reports"], []],
  ["/admin/course-report/3", ["Reports"], []],
  ["/admin/orders/abc", ["Orders"], []],
  ["/admin/courses/3/codes", ["Manage"], ["Courses"]],
  ["/admin/exports", ["Manage"], ["Exports"]],
  ["/admin/nothing", [], []],
])("at %s the current links are %j and %j", (location, bar, managed) => {
  expect(current(location)).toEqual([bar, managed]);
});

test("every address of the desk that stands below no other one has its link, in the order of the table", () => {
  const { bar, managed } = deskMenu("/admin");
  const linked = [...bar.slice(0, -1), ...managed].map(({ href }) => href);
  const pathsOf = (place: "link" | "below" | "button") =>
    Object.values(deskAddresses).flatMap(({ path, menu }) => {
      const its = "below" in menu ? "below" : "button" in menu ? "button" : "link";
      return its === place ? [path] : [];
    });
  expect(linked).toEqual(pathsOf("link"));
  expect(linked.filter((path) => path.includes(":"))).toEqual([]);
  expect(pathsOf("button")).toEqual(["/admin/profile"]);
  expect(pathsOf("below").filter((path) => !path.includes(":"))).toEqual([
    "/admin/sessions",
    "/admin/players",
    "/admin/bays/refunds",
    "/admin/settlement/transfers",
  ]);
});

test("a newcomer finds the day's work first, and all of the money side by side", () => {
  const { bar, managed } = deskMenu("/admin");
  expect(bar.map(({ label }) => label)).toEqual([
    "Dashboard",
    "Bays",
    "Claims",
    "Reports",
    "Orders",
    "Payouts",
    "Settlement",
    "Statements",
    "Manage",
  ]);
  const books = ["Reconciliation", "Adjustments", "Journal"];
  const first = managed.findIndex(({ label }) => label === books[0]);
  expect(managed.slice(first, first + books.length).map(({ label }) => label)).toEqual(books);
});

test("below 'Manage' a newcomer reads a few groups, each with its screens", () => {
  const groupsIn = (language: "en" | "es") => deskMenu("/admin", language).groups;
  expect(groupsIn("en").map(({ label, links }) => [label, ...links.map((link) => link.label)])).toEqual([
    ["The range", "Courses", "Packages", "Sponsors and prizes", "Course requests"],
    ["People", "Staff", "People", "Approvals"],
    ["Books", "Reconciliation", "Adjustments", "Journal"],
    ["Records", "Exports", "Audit trail"],
  ]);
  expect(groupsIn("es").map(({ label }) => label)).toEqual(["El campo", "Personas", "Libros", "Registros"]);
});

test("staff see the links that are for them", () => {
  expect(deskMenu("/admin/bays").bar.flatMap(({ who, label }) => (who === "staff" ? [label] : []))).toEqual([
    "Bays",
    "Claims",
    "Reports",
    "Statements",
  ]);
});
