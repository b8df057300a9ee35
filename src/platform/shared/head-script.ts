/**
 * Runs in the page's head, before its first picture. It is in the page itself, because a file would come too late; the
 * content security policy allows it by its hash.
 *
 * It notes whether a service worker brings the page, which then has kept the fonts, too. It applies the theme that was
 * chosen on this device, as platform/web/theme.ts does; without storage the system's theme is used. And it holds a form
 * that no screen has handled yet, and sends it again until one does: the browser alone would load the page anew with what
 * was typed in its address, where logs keep it. The landing page's form, which the server takes as well
 * (`method="post"`), is left to the browser.
 *
 * A page that is whole without scripts keeps their tags in `<template id="scripts">` (main/build/pages.ts). They are put
 * into the page after its first picture, so that scripts do not delay it, and not before the whole page has come, because
 * such scripts do not wait for that themselves. They do not wait for a picture in a tab behind others, which has none, nor
 * where the app draws the page anew (main/web/web.tsx): the later it came, the more would be lost of what somebody types
 * meanwhile. No browser waits for longer than two seconds, because some do not say when they have painted.
 */
export const HEAD_SCRIPT = `try{if(navigator.serviceWorker.controller)document.documentElement.classList.add("kept")}catch{}try{const theme=JSON.parse(localStorage.getItem("theme"));if(theme==="light"||theme==="dark")document.documentElement.classList.add(theme)}catch{}addEventListener("submit",e=>{const form=e.target;if(!e.defaultPrevented&&form.method==="get"){e.preventDefault();setTimeout(()=>form.isConnected&&form.requestSubmit(),50)}});{const put=()=>{const later=document.getElementById("scripts");later?.replaceWith(document.importNode(later.content,true))};const then=()=>document.readyState==="loading"?addEventListener("DOMContentLoaded",put):put();try{new PerformanceObserver(seen=>seen.getEntriesByName("first-contentful-paint").length&&then()).observe({type:"paint",buffered:true})}catch{}let now=document.hidden||location.search!=="";try{now||=localStorage.getItem("authState")!==null||sessionStorage.getItem("signInCode")!==null}catch{}if(now)then();setTimeout(then,2000)}`;
