// Sends one request as the extension does, in a process of its own: some of what Node trusts is read when it starts.
//   node test/support/requestOnce.ts BASE_URL [SETTINGS_AS_JSON]
import { argv, stdout } from "node:process";
import { HttpClient } from "../../src/api/http/http.ts";
import { ServiceError } from "../../src/core/model/errors.ts";
import { SETTINGS } from "./networkSettings.ts";

const [baseUrl = "", settings = "{}"] = argv.slice(2);
const client = new HttpClient({
  baseUrl,
  client: "test 1",
  token: () => Promise.resolve(undefined),
  log: () => undefined,
  network: { settings: () => ({ ...SETTINGS, ...(JSON.parse(settings) as object) }) },
});
try {
  const bytes = await client.bytes({ method: "GET", path: "/x", accept: "*/*" }, 1000);
  stdout.write(new TextDecoder().decode(bytes));
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  stdout.write(error.code);
}
await client.close();
