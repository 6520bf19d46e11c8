import { NotAHubError } from "@yourcall/client";
import { expectProof } from "@yourcall/client/internal";

const reachMs = 15_000;

/** Null if the hub at `localUrl` also answers at this https address; otherwise why not. */
export async function checkReach(publicUrl: string, localUrl: string): Promise<string | null> {
  try {
    // Its identity key says which hub it is. Nothing secret is sent.
    const { key } = await expectProof("", { url: localUrl, host: new URL(localUrl).host });
    const signal = AbortSignal.timeout(reachMs);
    await expectProof(key, { url: publicUrl, host: new URL(publicUrl).host, signal });
    return null;
  } catch (error) {
    if (error instanceof NotAHubError) return "another server answers there, or a proxy that does not pass Host on";
    return describe(error);
  }
}

/** The innermost cause: fetch and our client each wrap it. */
function describe(error: unknown): string {
  let found = error as Error & { code?: string };
  while (found.cause instanceof Error) found = found.cause;
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|ERR_TLS|SSL/i.test(found.code ?? "");
  return `${isCertificate ? "its TLS certificate is not valid: " : ""}${found.message}`;
}
