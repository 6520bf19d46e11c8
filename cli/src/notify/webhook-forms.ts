import type { Ending, Notice } from "./notice.ts";
import type { Webhook, WebhookForm } from "./notify-settings.ts";

export interface WebhookPost {
  url: URL;
  body: unknown;
}

/** The request for a notification, or with `ending` for its ask's outcome. Texts are only in the body, never in headers. */
export const toPost: Record<WebhookForm, (webhook: Webhook, notice: Notice, ending?: Ending) => WebhookPost> = {
  // Published as JSON to the server, with the topic in it: in headers the texts would have to be encoded.
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
