/** The layout of the few pages that the server writes itself, with escaped text; and the sending of every page. */
import type { FastifyReply } from "fastify";
import type { Config } from "#platform/server/config.ts";
import { contentPolicy, styleHashes } from "#platform/server/http/headers.ts";
import { escapeHtml } from "#platform/server/http/escape.ts";

export { escapeHtml };

/** A page; `body` is HTML, `title` plain text. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
pre{white-space:pre-wrap;background:#8881;padding:.8rem;border-radius:.4rem}summary{cursor:pointer;padding:.3rem 0}</style>
<h1>${escapeHtml(title)}</h1>${body}</html>`;
}

/** Sends a page under a policy that allows the style sheets that stand in it. */
export function sendHtml(reply: FastifyReply, config: Config, html: string): FastifyReply {
  const { headers, body } = htmlText(config, html);
  return reply.headers(headers).send(body);
}

/** The page and its headers, for a caller that stores them. */
export function htmlText(config: Config, html: string) {
  return {
    body: html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(config, { styles: styleHashes(html) }),
    },
  };
}
