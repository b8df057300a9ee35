/**
 * A value of the configuration from the environment, or from the file that `NAME_FILE` names: what a vault, systemd's
 * credentials or a container's secrets hand over, so that it stands in no file of the installation and in no environment.
 */
import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param problems gets a sentence for a file that cannot be read or is empty, and for a value that is given twice
 * @returns reads a value by its name; undefined if it is not given
 */
export function readValues(env: Environment, problems: string[]): (name: string) => string | undefined {
  const read = new Map<string, string | undefined>();
  const given = (name: string): string | undefined => {
    const [direct, path] = [env[name], env[`${name}_FILE`]].map((text) => text?.trim() || undefined);
    if (path === undefined) return direct;
    if (direct !== undefined) {
      problems.push(`${name} and ${name}_FILE are both set: set one of them`);
      return direct;
    }
    const text = contentOf(path);
    if (!text) problems.push(`${name}_FILE names ${path}, which ${text === undefined ? "cannot be read" : "is empty"}`);
    return text || undefined;
  };
  return (name) => {
    if (!read.has(name)) read.set(name, given(name));
    return read.get(name);
  };
}

/** @returns undefined if it cannot be read */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}
