/** One of a few words, kept on the device. Not in storage.ts, because the first screen needs no schemas. */

/** @returns `read` gives undefined for other values; neither function throws (private windows, full disks) */
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
        // The app works without storage, but forgets the choice at a reload.
      }
    },
  };
}
