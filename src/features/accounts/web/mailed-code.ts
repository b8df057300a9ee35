/**
 * The address to which a code was mailed, and when. The tab keeps it while the code lives, so that a reload (or a phone
 * that unloaded the tab while its owner read the mail) comes back to the code. Only this browser can use the code.
 */
import * as z from "zod/mini";
import { CODE_SECONDS } from "#features/accounts/rules.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { kept, type Kept } from "#platform/web/storage.ts";

const mailed = z.object({ email: z.string(), sentAt: z.number() });

/** `sentAt` is the device's own time, in milliseconds. */
export type MailedCode = z.output<typeof mailed>;

function whileItLives(name: string): Kept<MailedCode> {
  const stored = kept("session", name, mailed);
  return {
    ...stored,
    read() {
      const code = stored.read();
      const age = code ? deviceNow() - code.sentAt : 0;
      // A clock that was set back must not extend this.
      if (age >= 0 && age < CODE_SECONDS * 1000) return code;
      stored.clear();
      return undefined;
    },
  };
}

/** For signing in. `src/main/web/web.tsx` looks for it, too. */
export const signInCode = whileItLives("signInCode");

/** For a changed email of this account. */
export function emailCode(userId: string): Kept<MailedCode> {
  return whileItLives(`emailCode:${userId}`);
}
