/**
 * Runs in the page's head, before its first picture: applies the theme that was chosen on this device, as
 * platform/web/theme.ts does. It is in the page itself, because a file would delay the picture by a request; the
 * content security policy allows it by its hash. Without storage the system's theme is used.
 */
export const THEME_SCRIPT = `try{const theme=JSON.parse(localStorage.getItem("theme"));if(theme==="light"||theme==="dark")document.documentElement.classList.add(theme)}catch{}`;
