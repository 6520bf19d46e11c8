import { createHash } from "node:crypto";
import { signWebhook } from "@yourcall/client/internal/node";
import { postBody } from "@yourcall/hub/internal";
import type { Channel, Ending, Notice } from "./notice.ts";
import type { Webhook, WebhookForm } from "./notify-settings.ts";

const limitMs = 5000;

/** A webhook from the person's configuration. */
export function createWebhook(number: number, webhook: Webhook): Channel {
  const post = toPost[webhook.form];
  return {
    name: `webhook ${number}`,
    id: `webhook ${toDigest(webhook)}`,
    what: `${webhook.form} at ${webhook.url.host}`,
    retries: true,
    async send(notice, signal) {
      await send(post(webhook, notice), webhook, `${notice.id}.ask-waiting`, signal);
      return "";
    },
    ...(webhook.followUp
      ? {
          end: (notice, ending, _, signal) =>
            send(post(webhook, notice, ending), webhook, `${notice.id}.ask-ended`, signal),
        }
      : {}),
  };
}

/** Identifies an address, wherever it is in config.json. Too short to find the address by trying. */
function toDigest({ form, url }: Webhook): string {
  return createHash("sha256").update(`${form} ${url.href}`).digest("hex").slice(0, 6);
}

/** Resolves on a 2xx. */
async function send(
  { url, body }: WebhookPost,
  { headers, secret }: Webhook,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const text = JSON.stringify(body);
  // Signed anew for each attempt, because receivers refuse old timestamps.
  const signed = secret === null ? {} : signWebhook(secret, { id, body: text, now: Date.now() });
  const { status } = await postBody({ url, body: text, headers: { ...headers, ...signed }, signal, limitMs });
  if (status >= 300 && status < 400) throw new Error(`responded with a redirect (${status}), which is not followed`);
  if (status < 200 || status >= 300) throw new Error(`responded with status ${status}`);
}

interface WebhookPost {
  url: URL;
  body: unknown;
}

/** The request for a notification, or with `ending` for its ask's outcome. Texts are only in the body, never in headers. */
export const toPost: Record<WebhookForm, (webhook: Webhook, notice: Notice, ending?: Ending) => WebhookPost> = {
  // Published as JSON to the server, with the topic in the body: texts in headers would have to be encoded.
  ntfy({ url }, notice, ending) {
    const path = url.pathname.replace(/\/$/, "");
    const server = new URL(url);
    server.pathname = path.slice(0, path.lastIndexOf("/") + 1);
    return {
      url: server,
      body: {
        topic: path.slice(path.lastIndexOf("/") + 1),
        // From version 2.16, a server replaces the message with the same id.
        sequence_id: notice.id,
        title: ending?.title ?? notice.title,
        message: ending === undefined ? notice.text : `${notice.agent}: ${notice.text}`,
        click: notice.url,
      },
    };
  },
  slack({ url }, notice, ending) {
    const [title, text] = [toSlackText(ending?.title ?? notice.title), toSlackText(notice.text)];
    const who = ending === undefined ? "" : `${toSlackText(notice.agent)}: `;
    return { url, body: { text: `${title}: ${who}${text}\n${notice.url}`, mrkdwn: false } };
  },
  json({ url }, { agent, session, id, kind, text, url: link, createdAt }, ending) {
    return {
      url,
      body: {
        event: ending === undefined ? "ask-waiting" : "ask-ended",
        id,
        kind,
        agent,
        session,
        question: text,
        url: link,
        createdAt,
        ...(ending === undefined ? {} : { status: ending.status, how: ending.title, endedAt: ending.at }),
      },
    };
  },
};

/**
 * Text that mentions nobody and links nowhere: `<!channel>` and `<@U1>` are escaped as Slack requires, and what Slack-compatible
 * servers also interpret (`@channel`, markdown links and images) is broken by a zero-width space.
 */
export function toSlackText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[@＠]/g, "$&\u200b")
    .replaceAll("](", "]\u200b(");
}
