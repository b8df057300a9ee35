/** A notification as the server writes it and the service worker shows it. */
import type { Language } from "./language.ts";

export interface Notice {
  title: string;
  body: string;
  /** The page that a tap opens, within the app. */
  path: `/${string}`;
  /** A later notice of the same tag takes the place of the earlier one. */
  tag: string;
  language: Language;
}
