/** The steps of the Dockerfile in bare folders, one for each stage: what an image would have, without a container. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Copy, DockerfileParser, type Instruction } from "dockerfile-ast";

export interface Image {
  /** The folder that stands for the image's working folder. */
  folder: string;
  env: Record<string, string>;
  command: string[];
  /** The seconds that each RUN took. */
  runs: { command: string; seconds: number }[];
}

/**
 * Makes every stage below `into`. Absolute folders of the image are folders of its stage, and no owner is changed.
 * @param from the sources
 * @param node the folder of the Node that the base image would have
 * @throws Error if a step fails, with what it said
 */
export function makeImage(from: string, into: string, node: string): Image {
  const text = readFileSync(join(from, "Dockerfile"), "utf8");
  const stages = new Map<string, string>();
  const image: Image = { folder: "", env: {}, command: [], runs: [] };
  let stage = "";
  for (const step of DockerfileParser.parse(text).getInstructions()) {
    const words = step.getArguments().map(String);
    const here = (path: string) => (path.startsWith("/") ? join(stage, path) : join(image.folder, path));
    switch (step.getKeyword()) {
      case "FROM": {
        const name = words[1]?.toUpperCase() === "AS" ? (words[2] ?? "") : "last";
        stage = join(into, name);
        stages.set(name, stage);
        Object.assign(image, { env: {}, command: [] });
        break;
      }
      case "WORKDIR":
        image.folder = here(words[0] ?? "");
        mkdirSync(image.folder, { recursive: true });
        break;
      case "COPY":
        copy(step, from, stages, here);
        break;
      case "RUN":
        image.runs.push(run(step, stage, image, node));
        break;
      case "ENV":
        for (const word of words) image.env[word.split("=")[0] ?? ""] = word.split("=").slice(1).join("=");
        break;
      case "CMD":
        image.command = JSON.parse(words.join(" ")) as string[]; // The Dockerfile's test holds it to this form.
        break;
      default:
    }
  }
  return image;
}

function copy(step: Instruction, from: string, stages: Map<string, string>, here: (path: string) => string): void {
  const words = step.getArgumentsContent()?.split(/\s+/) ?? [];
  const flag = step instanceof Copy ? step.getFromFlag()?.getValue() : undefined;
  const other = flag ? stages.get(flag) : undefined;
  const to = here(words.pop() ?? "");
  for (const word of words) {
    const pattern = new RegExp(`^${word.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    const paths = other
      ? [join(other, word)]
      : word.includes("*")
        ? readdirSync(from)
            .filter((name) => pattern.test(name))
            .map((name) => join(from, name))
        : [join(from, word)];
    for (const path of paths) {
      const target = lstatSync(path).isDirectory() ? to : join(to, basename(path));
      // .dockerignore keeps the tests away.
      const filter = (one: string) => other !== undefined || !/\.test\.tsx?$/.test(one);
      cpSync(path, target, { recursive: true, verbatimSymlinks: true, filter });
    }
  }
}

function run(step: Instruction, stage: string, image: Image, node: string): Image["runs"][number] {
  const command = step.getArgumentsContent() ?? "";
  const since = performance.now();
  const bare = command.replaceAll(/ --(?:owner|group)=\S+/g, "").replaceAll(/(?<= )\/(?=\w)/g, `${stage}/`);
  // Keeps the variables by which this machine reaches the registry, and removes those that a container's build would
  // not have.
  const { NODE_ENV: _production, ...around } = process.env;
  const env = { ...around, PATH: `${node}:${process.env["PATH"] ?? ""}` };
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", bare], { cwd: image.folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  return { command, seconds: (performance.now() - since) / 1000 };
}

/** The size of a folder's files in bytes. */
export function sizeOf(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** How many packages a folder of packages has, those within others too. */
export function countPackages(modules: string): number {
  if (!existsSync(modules)) return 0;
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name],
  );
  const packages = names.filter((name) => existsSync(join(modules, name, "package.json")));
  return packages.reduce((sum, name) => sum + 1 + countPackages(join(modules, name, "node_modules")), 0);
}
