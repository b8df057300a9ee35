/** A letter in two forms: plain text, and HTML without pictures and style sheets. */
import type { Language } from "#platform/shared/language.ts";
import { escapeHtml } from "../http/escape.ts";
import type { SafeText } from "./safe-text.ts";

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  files?: readonly LetterFile[];
  /** An id by which whoever posts it finds it in the outbox again. */
  about?: string;
}

/** A file that travels with a letter. */
export interface LetterFile {
  name: string;
  /** Such as `application/pdf`. */
  type: string;
  content: Buffer;
}

/** A paragraph, a code, lines that belong together, or a link with its words. */
export type Block = SafeText | { code: string } | { lines: readonly SafeText[] } | { link: SafeText; url: string };

interface Writing {
  to: string;
  language: Language;
  subject: SafeText;
  /** From the greeting on; the product's name is added as the signature. */
  blocks: readonly Block[];
  productName: string;
}

export function writeLetter({ to, language, subject, blocks, productName }: Writing): Letter {
  return {
    to,
    subject: subject.text,
    text: [...blocks.map(asText), productName].join("\n\n"),
    html: page(language, subject.text, productName, blocks.map(asHtml).join("\n")),
  };
}

function asText(block: Block): string {
  if ("text" in block) return block.text;
  if ("code" in block) return `  ${block.code}`;
  if ("lines" in block) return block.lines.map(({ text }) => text).join("\n");
  return `${block.link.text}: ${block.url}`;
}

const green = "#0b4531";

/** Styles are on the elements, because mail programs drop style sheets. Colours are in pairs, as some invert them. */
function asHtml(block: Block): string {
  if ("text" in block) return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
  if ("code" in block)
    return `<p style="margin:0 0 16px;padding:16px;border-radius:12px;background:#e6f1ea;color:${green};font-size:36px;line-height:1.2;font-weight:700;letter-spacing:8px;text-align:center">${escapeHtml(block.code)}</p>`;
  if ("lines" in block)
    return `<p style="margin:0 0 16px;padding:16px;border-radius:12px;background:#f1eee3;color:#14241c">${block.lines.map(({ text }) => escapeHtml(text)).join("<br>")}</p>`;
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${green};color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(block.link.text)}</a></p>`;
}

function page(language: Language, subject: string, productName: string, body: string): string {
  const name = escapeHtml(productName);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f1eee3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1eee3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-radius:16px;background:#ffffff">
<tr><td style="padding:20px 28px;border-radius:16px 16px 0 0;background:${green};color:#ffcb3d;font:700 22px/1.3 Helvetica,Arial,sans-serif">${name}</td></tr>
<tr><td style="padding:28px 28px 12px;color:#14241c;font:18px/1.5 Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
${body}
<p style="margin:0 0 16px;color:#4a5a50">${name}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
