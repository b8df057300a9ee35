/** The app as the build has it in Node (src/main/build): it draws pages, and says which file each screen is. */
import type { User } from "#features/accounts/contract.ts";
import type { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { Language } from "#platform/shared/language.ts";
import type { PageAnswers } from "#platform/shared/page-answers.ts";

/** The facts from which a page is drawn. */
export interface PageData {
  /** Placeholders, where the server fills in the values. */
  productName: string;
  contactEmail: string;
  /** Whether nobody is signed in for certain; otherwise the page shows that it waits. */
  visitor: boolean;
  language: Language;
  /** What follows "?" in the address. */
  search?: string;
  /** The answers to the caller's calls; without them a page for a signed-in person is an outline. */
  answers?: PageAnswers<User>;
}

/** The exports of the app for Node (src/main/web/prerender.tsx). */
export interface NodeApp {
  /** The HTML of an address, one page after the other: the language is one for all. @param signal ends it early */
  render(path: string, data: PageData, signal?: AbortSignal): Promise<string>;
  /** The file of the desk, and of each player's screen; undefined where its query decides which. */
  screenFiles(): Readonly<Record<keyof typeof playerAddresses, string | undefined> & Record<"desk", string>>;
}
