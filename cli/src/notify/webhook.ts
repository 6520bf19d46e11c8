import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Channel } from "./notice.ts";
import type { Webhook } from "./notify-settings.ts";
import { toPost, type WebhookPost } from "./webhook-forms.ts";

const limitMs = 5000;

/** A webhook from the person's configuration. */
export function createWebhook(number: number, webhook: Webhook): Channel {
  const post = toPost[webhook.form];
  return {
    name: `webhook ${number}`,
    what: `${webhook.form} at ${webhook.url.host}`,
    retries: true,
    async tell(notice, signal) {
      await send(post(webhook, notice), webhook.headers, signal);
      return "";
    },
    ...(webhook.followUp
      ? { end: (notice, ending, _, signal) => send(post(webhook, notice, ending), webhook.headers, signal) }
      : {}),
  };
}

/** Resolves on a 2xx. Redirects are not followed, and only the status of the response is read. */
function send({ url, body }: WebhookPost, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const text = JSON.stringify(body);
  const limit = AbortSignal.timeout(limitMs);
  return new Promise((resolve, reject) => {
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    const call = request(url, {
      method: "POST",
      agent: false,
      signal: AbortSignal.any([signal, limit]),
      headers: {
        "user-agent": "yourcall",
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      },
    });
    call.on("response", (response) => {
      const { statusCode = 0 } = response;
      response.on("error", () => {});
      response.destroy();
      if (statusCode >= 200 && statusCode < 300) resolve();
      else if (statusCode >= 300 && statusCode < 400)
        reject(new Error(`responded with a redirect (${statusCode}), which is not followed`));
      else reject(new Error(`responded with status ${statusCode}`));
    });
    call.on("error", (error: NodeJS.ErrnoException) => reject(toFault(error, limit.aborted)));
    call.end(text);
  });
}

// Only the code: a message might contain the address.
function toFault(error: NodeJS.ErrnoException, late: boolean): Error {
  if (late) return new Error(`did not answer within ${limitMs / 1000} s`);
  return new Error(`could not be reached (${error.code ?? error.name})`);
}
