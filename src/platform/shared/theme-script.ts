/**
 * Runs in the page's head, before its first picture: the theme chosen on this device, as platform/web/theme.ts puts it
 * on the document. In the page itself, because a file of its own would hold up that picture by a request; the content
 * security policy knows it by its hash. Without storage the system's theme stands.
 */
export const THEME_SCRIPT = `try{const theme=JSON.parse(localStorage.getItem("theme"));if(theme==="light"||theme==="dark")document.documentElement.classList.add(theme)}catch{}`;
