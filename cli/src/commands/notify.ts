import { defineCommand } from "../command.ts";

export const notify = defineCommand({
  name: "notify",
  file: "notify/notify.ts",
  usage: ["notify", "notify add telegram|ntfy [options]", "notify remove ID", "notify --test [--channel NAME]"],
  summary: "notifications and devices; --test sends a test",
  takes: "text",
  about: [
    "`notify add telegram` binds a chat with your Telegram bot: it asks for the bot's token (or reads YOURCALL_TELEGRAM_TOKEN), shows a code to send to the bot, and ends when you have pressed the test button there. From then on each question is a message with its options as buttons. Nothing has to be reachable from outside.",
    "`notify add ntfy` binds a phone with the ntfy app, on ntfy.sh or your own server: it shows a topic to subscribe to. A question with at most three options has them as buttons, any other one a button that opens it. With topics of your own, the tokens of their access lists are read from YOURCALL_NTFY_TOKEN, or asked for, and YOURCALL_NTFY_PHONE_TOKEN.",
    'Shows your notification settings, and for each channel how many notifications were sent and whether they fail. The settings are "notify" in config.json (`yourcall config edit`); the hub reads them when they change:',
    `  {"notify": {
    "after": "5s",
    "quiet": {"from": "22:00", "to": "07:00"},
    "order": ["my phone"],
    "urgent": [{"agent": "deploy", "project": "~/shop"}],
    "desktop": true,
    "webhooks": [{"url": "https://ntfy.sh/TOPIC", "form": "ntfy"}]
  }}`,
    "Devices are tried one after another, in this order, and stay silent while you are at a screen of yourcall. Asks that an urgent rule names skip that and quiet hours.",
  ],
  options: {
    test: { type: "boolean", describe: "send a test through every channel; exit 1 if one fails" },
    channel: { type: "string", value: "NAME", describe: "test only this one: desktop, or the number of a webhook" },
    name: { type: "string", value: "NAME", describe: "with add: what the device is called" },
    level: {
      type: "string",
      value: "LEVEL",
      values: ["full", "questions", "waiting"],
      describe:
        "with add: what the service may read: everything, questions and options (the default), or only that something waits",
    },
    approvals: { type: "boolean", describe: "with add: short approvals may be allowed there, with --level full" },
    server: { type: "string", value: "URL", describe: "with add ntfy: your own server instead of https://ntfy.sh" },
    topic: { type: "string", value: "TOPIC", describe: "with add ntfy: your own topic for questions" },
    "reply-topic": { type: "string", value: "TOPIC", describe: "with --topic: the topic for replies" },
    api: { type: "string", value: "URL", describe: "with add telegram: another Bot API server" },
    json: { type: "boolean", describe: "settings and channels as JSON" },
  },
});
