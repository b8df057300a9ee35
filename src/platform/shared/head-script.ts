/** Notes whether a service worker brings the page, which then has kept the fonts, too. */
const KEPT = `try{if(navigator.serviceWorker.controller)document.documentElement.classList.add("kept")}catch{}`;

/**
 * Applies the theme that was chosen on this device, as platform/web/theme.ts does. Without storage the system's theme is
 * used.
 */
const THEME = `try{const theme=JSON.parse(localStorage.getItem("theme"));if(theme==="light"||theme==="dark")document.documentElement.classList.add(theme)}catch{}`;

/**
 * Holds a form that no screen has handled yet, and sends it again until one does: the browser alone would load the page
 * anew with what was typed in its address, where logs keep it. The landing page's form, which the server takes as well
 * (`method="post"`), is left to the browser. A held form says so, for the app that draws its page anew.
 */
const FORMS = `addEventListener("submit",e=>{const form=e.target;if(!e.defaultPrevented&&form.method==="get"){e.preventDefault();form.dataset.held="";setTimeout(()=>form.isConnected&&form.requestSubmit(),50)}});`;

/**
 * A page that is whole without scripts keeps their tags in `<template id="scripts">` (main/build/pages.ts). They are put
 * into the page after its first picture, so that scripts do not delay it, and not before the whole page has come, because
 * such scripts do not wait for that themselves. They do not wait for a picture in a tab behind others, which has none, nor
 * where the app draws the page anew (`early` in main/web/web.tsx), whose form works only after that. No browser waits for
 * longer than two seconds, because some do not say when they have painted.
 */
const SCRIPTS = [
  `{const put=()=>{const later=document.getElementById("scripts");later?.replaceWith(document.importNode(later.content,true))};`,
  `const then=()=>document.readyState==="loading"?addEventListener("DOMContentLoaded",put):put();`,
  `let now=document.hidden||location.search!=="";`,
  `try{now||=localStorage.getItem("authState")!==null||sessionStorage.getItem("signInCode")!==null}catch{}`,
  `try{new PerformanceObserver(seen=>seen.getEntriesByName("first-contentful-paint").length&&then()).observe({type:"paint",buffered:true})}catch{}`,
  `if(now)then();setTimeout(then,2000)}`,
].join("");

/**
 * Runs in the page's head, before its first picture. It is in the page itself, because a file would come too late; the
 * content security policy allows it by its hash.
 */
export const HEAD_SCRIPT = KEPT + THEME + FORMS + SCRIPTS;
