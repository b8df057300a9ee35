/** What the server fills into a page: the operator's names, and a head for whoever reads no further. */
import { findAddress } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { Config } from "#platform/server/config.ts";
import { escapeHtml } from "#platform/server/http/escape.ts";

export type PageNames = Pick<Config, "productName" | "contactEmail" | "publicUrl">;

const GENERAL = {
  title: (product: string) => product,
  description: "Pick a bay, hit a flag, win the pot. The driving-range prize game.",
};
/** The pages that strangers find and pass on. The landing page's title is that of its screen. */
const heads: { readonly [Name in keyof typeof playerAddresses]?: typeof GENERAL } = {
  home: GENERAL,
  landing: {
    title: (product) => `Win prizes at the driving range · ${product}`,
    description:
      "Three flags, a few balls, two minutes each. Left and right win sponsored prizes, the middle wins the range's cash jackpot.",
  },
  terms: {
    title: (product) => `Terms and prize rules · ${product}`,
    description: "Who may play, what it costs, how prizes are won, checked and paid, and what happens with your data.",
  },
};

/**
 * Fills in a page of the build. @param path the address that it is for; undefined when it is for any
 * @param visitor the request named no session: the app need not ask who is signed in
 */
export function fillPage(page: string, names: PageNames, path: string | undefined, visitor: boolean): string {
  const productName = escapeHtml(names.productName);
  const contactEmail = escapeHtml(names.contactEmail);
  return page
    .replace("<!--{{head}}-->", () => headOf(names, path) + (visitor ? '<meta name="visitor" content="yes">' : ""))
    .replaceAll("{{productName}}", () => productName)
    .replaceAll("{{contactEmail}}", () => contactEmail);
}

function headOf({ productName, publicUrl }: PageNames, path: string | undefined): string {
  const name = path === undefined ? undefined : findAddress(playerAddresses, path)?.name;
  const known = name && heads[name];
  const { title, description } = known ?? GENERAL;
  const named = escapeHtml(title(productName));
  const head = [`<title>${named}</title>`, `<meta name="description" content="${escapeHtml(description)}">`];
  if (!name || !known) return head.join("");
  head.push(
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escapeHtml(productName)}">`,
    `<meta property="og:title" content="${named}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
  );
  if (publicUrl !== undefined) {
    const url = escapeHtml(publicUrl + playerAddresses[name].path);
    head.push(`<meta property="og:url" content="${url}">`, `<link rel="canonical" href="${url}">`);
  }
  return head.join("");
}
