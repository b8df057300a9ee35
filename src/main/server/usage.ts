/** The words and options that a command is called with. */
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** Prints how a command is called, and ends with 2: nothing was done. */
export function endWithUsage(usage: string): never {
  console.error(`Usage: ${usage}`);
  process.exit(2);
}

/**
 * Reads what a command was called with. With a word or an option that it does not have, as `--help` is, it prints the usage
 * and ends: who mistypes, or asks what a command does, must not have it done.
 * @param most so many words it takes
 * @param least so many it needs
 */
export function readArguments<O extends ParseArgsOptionsConfig>(usage: string, options: O, most = 0, least = most) {
  try {
    const given = parseArgs({ options, allowPositionals: true });
    if (given.positionals.length >= least && given.positionals.length <= most) return given;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"))) throw error;
  }
  return endWithUsage(usage);
}
