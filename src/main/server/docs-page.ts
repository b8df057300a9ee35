/** `/api/docs`: the OpenAPI document as a page to read, without scripts. */
import { escapeHtml, htmlPage } from "./html.ts";

interface Operation {
  summary: string;
  description: string;
}

export function docsPage(document: object): string {
  const { info, paths } = document as { info: { title: string }; paths: Record<string, Record<string, Operation>> }; // Made by openapi.ts.
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)} <small>${escapeHtml(operation.description)}</small></summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`,
    ),
  );
  return htmlPage(
    info.title,
    `<p>The same as <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>${calls.join("\n")}`,
  );
}
