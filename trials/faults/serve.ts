/** What the servers of trials do at their end. */
import type { buildApp } from "#main/server/app.ts";
import type { openConfigured } from "#main/server/boot.ts";
import type { Config } from "#platform/server/config.ts";

/** Serves until the driver asks the process to end (SIGTERM), or is gone itself. */
export async function serveUntilAsked(
  app: Awaited<ReturnType<typeof buildApp>>,
  opened: Awaited<ReturnType<typeof openConfigured>>,
  { host, port }: Config,
): Promise<void> {
  let ending = false;
  const stop = async () => {
    if (ending) return;
    ending = true;
    app.drain.begin();
    await app.close();
    await opened.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("disconnect", () => void stop());
  await app.http.listen({ host, port });
  void app.jobs.runAll();
}
