import { expectProof, sealToken } from "@yourcall/client/internal";
import { readKept } from "./kept.ts";

const limitMs = 10_000;

/**
 * Posts to a route for devices. The hub proves itself first, and gets the token encrypted, as from a page. Rejects with a message for the
 * person.
 */
export async function callHub(path: string, body: object): Promise<unknown> {
  const kept = await readKept();
  if (kept === undefined) throw new Error("This browser is no longer set up. Open yourcall and turn notifications on.");
  const { run } = await expectProof(kept.hub, { url: "", host: location.host });
  const response = await fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${run === undefined ? kept.token : await sealToken(kept.token, run)}`,
    },
    body: JSON.stringify(body),
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    signal: AbortSignal.timeout(limitMs),
  });
  const reply = response.status === 204 ? undefined : await response.json();
  if (response.ok) return reply;
  throw new Error(typeof reply?.message === "string" ? reply.message : `The hub refused with ${response.status}.`);
}
