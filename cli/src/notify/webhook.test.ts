import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook as Verifier } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import type { Notice } from "./notice.ts";
import { parseNotifySettings, type Webhook, type WebhookForm } from "./notify-settings.ts";
import { createWebhook, toPost, toSlackText } from "./webhook.ts";

const notice: Notice = {
  id: "ask_1",
  kind: "question",
  agent: "claude · fix login",
  title: "claude · fix login asks",
  text: "Which database? <!channel>",
  url: "http://127.0.0.1:2255/a/ask_1",
  createdAt: "2030-01-01T00:00:00.000Z",
};
const ending = { status: "answered", title: "Answered in web by ana", at: "2030-01-01T00:01:00.000Z" } as const;

function webhook(form: WebhookForm, url: string): Webhook {
  return { form, url: new URL(url), headers: {}, followUp: true, secret: null };
}

test("ntfy gets JSON at the server's address, with the topic in it", () => {
  const { url, body } = toPost.ntfy(webhook("ntfy", "https://ntfy.example/my-calls"), notice);
  expect(url.href).toBe("https://ntfy.example/");
  expect(body).toMatchObject({
    topic: "my-calls",
    title: "claude · fix login asks",
    message: "Which database? <!channel>",
    click: "http://127.0.0.1:2255/a/ask_1",
  });
});

test("the ntfy message with the outcome replaces the first by its id", () => {
  const target = webhook("ntfy", "https://ntfy.example/my-calls/");
  const first = toPost.ntfy(target, notice).body as { sequence_id: string };
  expect(toPost.ntfy(target, notice, ending).body).toMatchObject({
    topic: "my-calls",
    sequence_id: first.sequence_id,
    title: "Answered in web by ana",
    message: "claude · fix login: Which database? <!channel>",
  });
});

test("a Slack message has agent, question and link, and mentions nobody", () => {
  const target = webhook("slack", "https://hooks.example/services/T/B/x");
  expect(toPost.slack(target, notice)).toEqual({
    url: target.url,
    body: {
      text: "claude · fix login asks: Which database? &lt;!channel&gt;\nhttp://127.0.0.1:2255/a/ask_1",
      mrkdwn: false,
    },
  });
});

test.each(["<!channel>", "<!here|x>", "<@U123>", "<https://evil.example|your bank>", "@channel", "@everyone"])(
  "%s is plain text in Slack and similar servers",
  (text) => {
    expect(toSlackText(text)).not.toMatch(/[<>]|@\w/);
  },
);

test("a markdown link or image does not hide where it goes", () => {
  expect(toSlackText("![x](http://evil.example/p.png) [bank](http://evil.example)")).not.toContain("](");
});

test("plain JSON says what happened and to which ask", () => {
  const target = webhook("json", "http://127.0.0.1:9/hook");
  expect(toPost.json(target, { ...notice, session: "s1" }).body).toEqual({
    event: "ask-waiting",
    id: "ask_1",
    kind: "question",
    agent: "claude · fix login",
    session: "s1",
    question: "Which database? <!channel>",
    url: "http://127.0.0.1:2255/a/ask_1",
    createdAt: "2030-01-01T00:00:00.000Z",
  });
  expect(toPost.json(target, notice, ending).body).toMatchObject({
    event: "ask-ended",
    id: "ask_1",
    status: "answered",
    how: "Answered in web by ana",
  });
});

test("a webhook with a secret gets requests signed as Standard Webhooks", async () => {
  const received: { id: unknown; body: unknown }[] = [];
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const body = new Verifier(secret).verify(text, request.headers as Record<string, string>);
    received.push({ id: request.headers["webhook-id"], body });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { settings, faults } = parseNotifySettings({ webhooks: [{ url, secret, followUp: true }] });
  expect(faults).toEqual([]);
  const channel = createWebhook(1, settings.webhooks.get(1) as Webhook);
  const { signal } = new AbortController();
  await channel.send(notice, signal, {} as never);
  await channel.end?.(notice, ending, "", signal, {} as never);
  expect(received).toMatchObject([
    { id: "ask_1.ask-waiting", body: { event: "ask-waiting" } },
    { id: "ask_1.ask-ended", body: { event: "ask-ended", status: "answered" } },
  ]);
});

test("a secret that no receiver could check is reported, and never quoted", () => {
  const { faults } = parseNotifySettings({ webhooks: [{ url: "https://a.example", secret: "hunter2" }] });
  expect(faults).toMatchObject([{ path: "notify.webhooks[0].secret" }]);
  expect(JSON.stringify(faults)).not.toContain("hunter2");
});
