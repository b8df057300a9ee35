/** The head of a page: its title, and the description that search engines and messages show, with the operator's names. */
import { findAddress } from "#platform/shared/addresses/address.ts";
import { type DeskAddress, deskAddresses } from "#platform/shared/addresses/desk.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { Language } from "#platform/shared/language.ts";
import type { Config } from "#platform/server/config.ts";
import { escapeHtml } from "#platform/server/http/escape.ts";

export type PageNames = Pick<Config, "productName" | "contactEmail" | "publicUrl">;

type PlayerScreen = keyof typeof playerAddresses;

interface Head {
  title: (product: string) => string;
  description: string;
}

const GENERAL: Readonly<Record<Language, Head>> = {
  en: {
    title: (product) => product,
    description: "Pick a bay, hit a flag, win the pot. The driving-range prize game.",
  },
  es: {
    title: (product) => product,
    description:
      "Elige una bahía, pega en una bandera, gana el premio mayor. El juego con premios del campo de práctica.",
  },
};
/** The pages that strangers find and pass on. The titles of the landing page and the terms are those of their screens. */
const heads = {
  home: GENERAL,
  landing: {
    en: {
      title: (product) => `Win prizes at the driving range · ${product}`,
      description:
        "Three flags, a few balls, two minutes each. Left and right win sponsored prizes, the middle wins the range's cash jackpot.",
    },
    es: {
      title: (product) => `Gana premios en el campo de práctica · ${product}`,
      description:
        "Tres banderas, unas bolas, dos minutos cada una. La izquierda y la derecha ganan premios de patrocinadores, la del centro el premio mayor en efectivo.",
    },
  },
  terms: {
    en: {
      title: (product) => `Terms and prize rules · ${product}`,
      description:
        "Who may play, what it costs, how prizes are won, checked and paid, and what happens with your data.",
    },
    es: {
      title: (product) => `Condiciones y reglas de los premios · ${product}`,
      description:
        "Quién puede jugar, cuánto cuesta, cómo se ganan, revisan y pagan los premios, y qué pasa con tus datos.",
    },
  },
} satisfies { readonly [Name in PlayerScreen]?: typeof GENERAL };

type Title = Readonly<Record<Language, string>>;

/** The titles of the other pages, in the words of their screens' headings, until the screens set them. */
const screenTitles: Readonly<Record<Exclude<PlayerScreen, keyof typeof heads>, Title>> = {
  register: { en: "Create Account", es: "Crear cuenta" },
  login: { en: "Welcome Back", es: "Hola de nuevo" },
  course: { en: "Select Your Course", es: "Elige tu campo" },
  package: { en: "Choose Your Package & Bay", es: "Elige tu paquete y tu bahía" },
  checkout: { en: "Checkout", es: "Pago" },
  app: { en: "Book Your Balls", es: "Reserva tus bolas" },
  bay: { en: "Your Bay", es: "Tu bahía" },
  game: { en: "Active Session", es: "Sesión activa" },
  prizes: { en: "Prizes", es: "Premios" },
  profile: { en: "Profile", es: "Perfil" },
  claims: { en: "My Claims", es: "Mis reclamos" },
  orders: { en: "My Receipts", es: "Mis recibos" },
  receipt: { en: "Receipt", es: "Recibo" },
};

const headOfScreen: { readonly [Name in PlayerScreen]?: typeof GENERAL } = heads;
const titleOfScreen: { readonly [Name in PlayerScreen]?: Title } = screenTitles;

/** The name of a page of the desk in its menus; a page below another one has that one's name. */
function deskTitle(path: string): Title | undefined {
  const found = findAddress(deskAddresses, path)?.name;
  let address: DeskAddress | undefined = found && deskAddresses[found];
  while (address && "below" in address.menu) address = deskRows[address.menu.below];
  if (!address || "below" in address.menu) return undefined;
  const { menu } = address;
  return "bar" in menu ? menu.bar : "manage" in menu ? menu.manage : menu.button;
}

const deskRows: Readonly<Record<string, DeskAddress>> = deskAddresses;

/** The facts about a caller for whom a page is filled in. */
export interface PageReader {
  /** The request named no session: the app need not ask who is signed in. */
  visitor: boolean;
  language: Language;
}

/**
 * Fills in a page of the build. @param path the address that it is for; undefined when it is for any
 */
export function fillPage(page: string, names: PageNames, path: string | undefined, reader: PageReader): string {
  const productName = escapeHtml(names.productName);
  const contactEmail = escapeHtml(names.contactEmail);
  const head = headOf(names, path, reader.language);
  return page
    .replace('<html lang="en">', `<html lang="${reader.language}">`)
    .replace("<!--{{head}}-->", () => head + (reader.visitor ? '<meta name="visitor" content="yes">' : ""))
    .replaceAll("{{productName}}", () => productName)
    .replaceAll("{{contactEmail}}", () => contactEmail);
}

function headOf({ productName, publicUrl }: PageNames, path: string | undefined, language: Language): string {
  const name = path === undefined ? undefined : findAddress(playerAddresses, path)?.name;
  const known = name && headOfScreen[name];
  const { title, description } = (known ?? GENERAL)[language];
  const said = name ? titleOfScreen[name] : path === undefined ? undefined : deskTitle(path);
  const own = said?.[language];
  const named = escapeHtml(own === undefined ? title(productName) : `${own} · ${productName}`);
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
