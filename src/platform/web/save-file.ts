/** Files of the server that are fetched, and files that the page itself makes. */
import { ApiError, parseJson, refusalOf } from "./api.ts";
import { apiWords } from "./api-words.ts";
import { wordsNow } from "./words.ts";

/** Gives the person a file that the page has made. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Fetches a file of the server.
 * @throws ApiError for a refusal, and for a network failure (status 0)
 */
export async function fileOf(url: string, headers: Record<string, string>): Promise<{ name: string; content: Blob }> {
  const response = await fetch(url, { headers, cache: "no-store" }).catch(() => {
    throw new ApiError({ status: 0, code: "network.failed", message: wordsNow(apiWords).unreachable });
  });
  if (!response.ok) throw refusalOf(response, parseJson(await response.text().catch(() => "")));
  const [, name = "file"] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await response.blob() };
}
