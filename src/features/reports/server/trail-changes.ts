/** The fields of a line of the audit trail that changed something, before and after, as people read them. */
import { formatCents, toCents } from "#platform/shared/money.ts";
import { accountKinds } from "../contract.ts";
import { type TrailLine, fieldsOf } from "./trail-told.ts";

export interface FieldChange {
  field: string;
  /** Null where there was nothing before. */
  before: string | null;
  after: string;
}

/** Actions whose sentence already names the change. */
const TOLD = new Set([
  "staff.changed",
  "staff.invited",
  "staff.invitation_sent_again",
  "staff.invitation_taken_back",
  "course_request.changed",
]);
/** Fields that another one replaces: `courseId` is shown by `courseName`. */
const isId = (field: string) => field === "id" || field.endsWith("Id");

const moneyFields = new Set(["baseJackpot", "price", "prizeValue", "statedValue"]);
const percentages = new Set(["jackpotShare", "rangeShare", "taxRate"]);
const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(accountKinds.map(({ account, label }) => [account, label])),
  isOpen: "Open",
  isActive: "Active",
  isPopular: "Popular",
  courseName: "Course",
  sponsorName: "Sponsor",
};

/** The changed fields, or the fields of something new; empty if the sentence names everything. */
export function changesOf({ action, detail }: TrailLine): FieldChange[] {
  if (action.startsWith("session.") || TOLD.has(action)) return [];
  const [before, after] = [fieldsOf(detail["before"]), fieldsOf(detail["after"])];
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !isId(field) && before?.[field] !== after?.[field])
    .map((field) => ({
      field: labelOf(field),
      before: before && valueText(field, before[field]),
      // A picture's stored name means nothing to people.
      after:
        field === "logo" && before?.[field] && after?.[field] ? "another picture" : valueText(field, after?.[field]),
    }))
    .filter((one) => one.before !== null || one.after !== NOTHING);
}

const NOTHING = "nothing";

/** `baseJackpot` as 'Base jackpot'. */
function labelOf(field: string): string {
  const words = field
    .replaceAll("_", " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && moneyFields.has(field)) return formatCents(toCents(value));
  if (typeof value === "number" && percentages.has(field)) return `${value} %`;
  if (field === "logo") return "a picture";
  if (Array.isArray(value)) return value.map((one) => valueText(field, one)).join(", ");
  const inside = fieldsOf(value);
  if (!inside) return typeof value === "string" || typeof value === "number" ? String(value) : NOTHING;
  return Object.entries(inside)
    .map(([name, one]) => `${labelOf(name)}: ${valueText(name, one)}`)
    .join(", ");
}
