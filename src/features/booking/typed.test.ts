import { describe, expect, test } from "vitest";
import { bayOfLink, friendTyped } from "./rules.ts";

describe("a bay's QR code", () => {
  test("names its course and bay, wherever it was printed for", () => {
    for (const text of [
      "https://play.example/bay?course=1&bay=7",
      "/bay?bay=7&course=1",
      " http://x/bay?course=1&bay=7 ",
      "https://play.example/bay?course=1&bay=7#top",
      "HTTPS://PLAY.EXAMPLE/BAY?course=1&bay=7",
    ])
      expect(bayOfLink(text)).toEqual({ courseId: 1, bayNumber: 7 });
  });

  test("may have numbers of up to nine digits", () => {
    expect(bayOfLink("/bay?course=12&bay=345678901")).toEqual({ courseId: 12, bayNumber: 345_678_901 });
    expect(bayOfLink("/bay?course=12&bay=3456789012")).toBeUndefined();
  });

  test.each([
    "https://play.example/bay?course=1",
    "https://play.example/bay?course=1&bay=0",
    "https://play.example/bay?course=1&bay=7.5",
    "https://play.example/bay?course=-1&bay=7",
    "https://play.example/app?course=1&bay=7",
    "WIFI:S:range;;",
    "",
  ])("%j is none", (text) => {
    expect(bayOfLink(text)).toBeUndefined();
  });
});

test("what is typed for a friend is a player ID or a guest's name; an ID with a mistake is no name", () => {
  for (const id of ["7K3M-Q9TV-26", "7k3mq9tv26", "SWEETTEAMH", "7K3MQ9TV27", "7K3M Q9TV-27", "1234567890"])
    expect(friendTyped(id)).toEqual({ userId: id, name: "" });
  for (const name of ["", "Ana", "7K3M", "Bartholomew", "Max 2", "Lee-Anne Sixteen 16"])
    expect(friendTyped(name)).toEqual({ userId: "", name });
});
