/**
 * The proxies' files. A small reader of their two grammars refuses what is misspelt or in the wrong place, on every
 * machine; where nginx and Caddy are installed, they read their files as well.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { caddyFaults, nginxFaults } from "./proxy-files.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** @returns the faults, or the sentence of what could not be read */
function reported(faults: (text: string) => string[], text: string): string {
  try {
    return faults(text).join("\n");
  } catch (error) {
    return String(error);
  }
}

describe("deploy/nginx.conf", () => {
  const site = read("deploy/nginx.conf");

  test("has no fault by nginx's grammar and its directives", () => {
    expect(nginxFaults(site)).toEqual([]);
  });

  test.each([
    ["a directive that there is not", "proxy_pass", "proxy_past", /unknown directive "proxy_past"/],
    [
      "one in the wrong place",
      "    least_conn;\n",
      "    proxy_buffering off;\n",
      /unknown directive "proxy_buffering"/,
    ],
    ["a forgotten ;", "server_tokens off;", "server_tokens off", /server_tokens cannot be/],
    ["a brace too few", /\}\s*$/, "", /ends within|has no end/],
    ["a brace too many", /\}\s*$/, "}\n}\n", /a } too many/],
    ["a duration of no unit", "proxy_read_timeout 2m", "proxy_read_timeout 2x", /proxy_read_timeout cannot be "2x"/],
    ["an upstream that there is not", "proxy_pass http://acebay", "proxy_pass http://other", /no upstream/],
    ["a log's form that there is not", "acebay.log acebay", "acebay.log other", /no log_format other/],
  ])("%s is found", (_what, from, to, fault) => {
    const broken = site.replace(from, to);
    expect(broken).not.toBe(site);
    expect(reported(nginxFaults, broken)).toMatch(fault);
  });
});

describe("deploy/Caddyfile", () => {
  const file = read("deploy/Caddyfile");

  test("has no fault by Caddy's grammar and its directives", () => {
    expect(caddyFaults(file)).toEqual([]);
  });

  test.each([
    ["a directive that there is not", "reverse_proxy", "reverse_proxi", /unknown directive "reverse_proxi"/],
    ["one in the wrong place", "\tservers {", "\trequest_body {", /unknown directive "request_body"/],
    ["a brace too few", /\}\s*$/, "", /ends within/],
    ["a matcher that there is not", "respond @own", "respond @other", /no matcher @other/],
    ["a process over http", "https://app-2:3000 {", "http://app-2:3000 {", /reverse_proxy cannot be/],
    ["a size of no unit", "4MB", "4", /max_size cannot be/],
  ])("%s is found", (_what, from, to, fault) => {
    const broken = file.replace(from, to);
    expect(broken).not.toBe(file);
    expect(reported(caddyFaults, broken)).toMatch(fault);
  });
});

/** What a program says of a file and ends with; undefined where the machine has no such program. */
function said(program: string, words: string[], env: Record<string, string> = {}): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    env: { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin`, ...env },
  });
  if (error && "code" in error && error.code === "ENOENT") return undefined;
  return `${status} ${stdout}${stderr}`;
}

/** A folder with a certificate, for a program that looks at it. */
function inFolder<Result>(work: (folder: string, certificate: string, key: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "acebay-proxies-"));
  try {
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.com", "-days", "1"];
    said("openssl", [...made, "-keyout", key, "-out", certificate]);
    return work(folder, certificate, key);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("where nginx is, it agrees", () => {
  const check = (change: (text: string) => string) =>
    inFolder((folder, certificate, key) => {
      const site = change(read("deploy/nginx.conf"))
        .replace(/\/etc\/\S+privkey\.pem/, key)
        .replace(/\/etc\/\S+fullchain\.pem/, certificate)
        .replace("/var/log/nginx/acebay.log", join(folder, "log"));
      const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
      const whole = `pid ${join(folder, "pid")};\nevents {}\nhttp {\n${kept.join("\n")}\n${site}\n}\n`;
      writeFileSync(join(folder, "nginx.conf"), whole);
      return said("nginx", ["-t", "-c", join(folder, "nginx.conf")]);
    });
  expect(check((text) => text) ?? "0 test is successful").toMatch(/^0 .*test is successful/s);
  const broken = check((text) => text.replace("proxy_pass", "proxy_past"));
  expect(broken ?? "1 unknown directive").toMatch(/^1 .*unknown directive/s);
});

test("where Caddy is, it agrees", () => {
  const check = (change: (text: string) => string) =>
    inFolder((folder, certificate) => {
      const file = change(read("deploy/Caddyfile")).replace("/trust/authority.pem", certificate);
      writeFileSync(join(folder, "Caddyfile"), file);
      const env = { PUBLIC_URL: "https://play.example.com", HOME: folder };
      return said("caddy", ["validate", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], env);
    });
  expect(check((text) => text) ?? "0 Valid configuration").toMatch(/^0 .*Valid configuration/s);
  const broken = check((text) => text.replace("reverse_proxy", "reverse_proxi"));
  expect(broken ?? "1 unrecognized directive").toMatch(/^1 .*unrecognized directive/s);
});
