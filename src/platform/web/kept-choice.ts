/** One of a few words, kept on the device. Apart from storage.ts, as the first screen needs no schemas. */

/** @returns `read` gives undefined for what is none of the options; neither throws (private windows, full disks) */
export function keptChoice<const V extends string>(name: string, options: readonly V[]) {
  return {
    read(): V | undefined {
      try {
        const text = window.localStorage.getItem(name);
        return options.find((option) => JSON.stringify(option) === text);
      } catch {
        return undefined;
      }
    },
    write(value: V): void {
      try {
        window.localStorage.setItem(name, JSON.stringify(value));
      } catch {
        // Without storage the app works; only a reload forgets.
      }
    },
  };
}
