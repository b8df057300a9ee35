/** The app as the build has it in Node (src/main/build): it draws its pages, and says which file each screen is. */
import type { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { Language } from "#platform/shared/language.ts";

/** What a page is drawn of. */
export interface PageData {
  /** Stand-ins, where the server fills them in. */
  productName: string;
  contactEmail: string;
  /** Whether it is known that nobody is signed in; unless it is, the page shows that it waits. */
  visitor: boolean;
  language: Language;
}

/** What it exports (src/main/web/prerender.tsx). */
export interface NodeApp {
  /** The HTML of an address, one page after the other. */
  render(path: string, data: PageData): Promise<string>;
  /** The file of each player's screen, and of the desk. */
  screenFiles(): Readonly<Record<keyof typeof playerAddresses | "desk", string>>;
}
