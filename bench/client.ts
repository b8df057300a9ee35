/** A client for benches that acts like a browser without a page: open connections, JSON, and cookies. */
import { Agent, request } from "node:http";

export interface Answer {
  status: number;
  body: string;
  cookies: string[];
}

export interface Client {
  get(path: string, cookie: string): Promise<Answer>;
  post(path: string, cookie: string, body: unknown): Promise<Answer>;
  /** Registers a player. @returns the cookies of the signed-in device */
  register(email: string): Promise<string>;
  close(): void;
}

export const card = {
  paymentMethod: "card" as const,
  cardNumber: "4242424242424242",
  expiryDate: "12/30",
  cvv: "123",
  billingZip: "34119",
};

/** @param url of the server, such as `http://127.0.0.1:3000` */
export function openClient(url: string, clients: number): Client {
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = (method: "GET" | "POST", path: string, cookie: string, payload?: string): Promise<Answer> => {
    return new Promise((done, fail) => {
      const type = { "content-type": "application/json", "content-length": Buffer.byteLength(payload ?? "") };
      const headers = { cookie, ...(payload === undefined ? {} : type) };
      const call = request({ agent, host: "127.0.0.1", port, path, method, headers }, (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        reply.on("end", () =>
          done({ status: reply.statusCode ?? 0, body: text, cookies: reply.headers["set-cookie"] ?? [] }),
        );
      });
      call.on("error", fail);
      call.end(payload);
    });
  };
  const post: Client["post"] = (path, cookie, body) => send("POST", path, cookie, JSON.stringify(body));
  return {
    get: (path, cookie) => send("GET", path, cookie),
    post,
    register: async (email) => {
      const { cookies } = await post("/api/register", "", { name: "Bench", email, phone: "5550100100" });
      return cookies.map((line) => line.split(";")[0]).join("; ");
    },
    close: () => agent.destroy(),
  };
}
