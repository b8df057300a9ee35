/** The plain program in a process of its own. It gets the address of its database, and answers with its port. */
import pg from "pg";
import { plainApp } from "./app.ts";

process.once("message", (connection: pg.PoolConfig) => {
  const server = plainApp(new pg.Pool({ ...connection, max: 12 })).listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ http: typeof address === "object" ? address?.port : 0 });
  });
});
process.once("disconnect", () => process.exit());
