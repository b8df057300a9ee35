/** Bodies: JSON, or an empty body of any content type; otherwise 415. */
import type { FastifyInstance } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";

export function parseJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") done(null, {});
    else void parse(request, body, done);
  });
  http.addContentTypeParser<string>("*", { parseAs: "string" }, (_request, body, done) => {
    if (body.trim() === "") done(null, {});
    else done(refuseRequest("request.not_json"));
  });
}
